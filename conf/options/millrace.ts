/** `millrace.*`: what Flink has no key for. */
import { availableParallelism } from 'node:os';
import { option } from '../option.js';
import { string } from '../value/scalar.js';

export const BATCH_SIZE = option.int({
  key: 'millrace.batch.size',
  default: 2048,
  min: 1,
  max: 65_536,
  doc: 'Rows that travel together between operators. Results do not depend on it.',
});

export const POISON_RELEASED = option.boolean({
  key: 'millrace.debug.poison-released',
  default: false,
  doc:
    'Overwrites the arrays of batches once the operator that made them may use them again, so ' +
    'that reading them later shows as a wrong row.',
});

export const WORKERS = option.int({
  key: 'millrace.workers',
  default: availableParallelism(),
  defaultText: 'the number of cores',
  min: 1,
  scope: 'server',
  doc: 'Threads that run the tasks of all jobs.',
});

export const RESULT_BUFFER_ROWS = option.int({
  key: 'millrace.result.buffer-rows',
  default: 5000,
  min: 1,
  doc: 'Rows of a query that wait for a reader before the query is held up.',
});

export const MAX_BODY_SIZE = option.memorySize({
  key: 'millrace.http.max-body-size',
  default: 16 * 1024 * 1024,
  min: 1024,
  scope: 'server',
  doc: 'The largest body of an HTTP request.',
});

export const CATALOG_STORE_FOLDER = option.string({
  key: 'millrace.catalog-store.path',
  default: '.millrace/catalog',
  scope: 'server',
  doc:
    'The folder of the catalog store where `table.catalog-store.kind` is `millrace`. It is made ' +
    'with the first catalog, and one server at a time has it.',
});

export const FUNCTION_PATHS = option.list({
  key: 'millrace.functions.allowed-paths',
  element: string({}),
  default: [],
  scope: 'server',
  doc:
    'Folders that the modules of CREATE FUNCTION … LANGUAGE JAVASCRIPT may be in. They run with ' +
    'all rights of the server; without a folder there are none.',
});

export const FUNCTION_TIMEOUT = option.duration({
  key: 'millrace.functions.timeout',
  default: 60_000,
  doc:
    'How long the calls of functions in JavaScript may take for one batch of rows before the job ' +
    'fails; 0 s is without a limit.',
});

export const JOB_STORE_FOLDER = option.string({
  key: 'millrace.job-store.path',
  default: '.millrace/jobs',
  scope: 'server',
  doc:
    'The folder that tells the next server which jobs to go on with. It is made with the first ' +
    'job that has checkpoints, and one server at a time has it.',
});

/** `execution.*`, `parallelism.*` and `pipeline.*`: how a job runs. */
import { option } from '../option.js';

export const RUNTIME_MODE = option.enumeration({
  key: 'execution.runtime-mode',
  values: ['STREAMING', 'BATCH', 'AUTOMATIC'],
  default: 'STREAMING',
  inert: true,
  doc: 'Whether results are changes as they happen or final rows of bounded inputs.',
});

export const PARALLELISM = option.int({
  key: 'parallelism.default',
  default: 1,
  min: 1,
  max: 1024,
  doc:
    'How many tasks share the key groups of each stage of a job, at most as many as there are ' +
    'key groups. Results do not depend on it.',
});

export const PIPELINE_NAME = option.string({
  key: 'pipeline.name',
  doc: 'The name of the next jobs. When unset it is made from the statement.',
});

export const MAX_PARALLELISM = option.int({
  key: 'pipeline.max-parallelism',
  default: -1,
  min: -1,
  max: 32768,
  doc:
    'The number of key groups, the bound of parallelism. -1 derives it: 1.5 times the ' +
    'parallelism, rounded up to a power of two, at least 128.',
});

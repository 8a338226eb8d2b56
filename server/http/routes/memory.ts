import { MANAGED_MEMORY } from '../../../conf/options/taskmanager.js';
import type { JobRun } from '../../../operators/runtime/job-run.js';
import type { MemoryJson, OperatorMemory } from '../memory-json.js';
import type { Route } from '../route.js';

/** Who holds the managed memory: shares of each worker, tables of each operator. */
export const memory: Route = {
  method: 'GET',
  path: '/memory',
  handle: ({ context }): MemoryJson => {
    const { jobs, configuration } = context.engine;
    const running = jobs.list().filter((run) => !run.ended);
    return {
      managedBytes: configuration.get(MANAGED_MEMORY),
      process: process.memoryUsage(),
      workers: [...jobs.memory()].map(([worker, use]) => ({ worker, ...use })),
      operators: running.flatMap(operatorsOf),
    };
  },
};

function operatorsOf(run: JobRun): OperatorMemory[] {
  const of = { job: run.id, jobName: run.spec.name };
  return run.progress().nodes.flatMap(({ id, description, state }) => {
    if (state === null) return [];
    const { memoryBytes, inFlightRows } = state;
    const node = { vertex: id, name: description };
    return [{ ...of, ...node, tableBytes: memoryBytes, inFlightRecords: inFlightRows }];
  });
}

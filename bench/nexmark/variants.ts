/** The ways in which `--verify` runs a query; all of them must give the same output. */

export interface Variant {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Killed behind so many checkpoints. */
  readonly dieAfter?: number;
}

export type Backend = 'hashmap' | 'rocksdb' | 'forst';

export const backends: readonly Backend[] = ['hashmap', 'rocksdb', 'forst'];

export function backendSettings(backend: Backend): Readonly<Record<string, string>> {
  return { 'state.backend.type': backend };
}

const PARALLELISM = 'parallelism.default';
const ASYNC = 'table.exec.async-state.enabled';
/** Soon, and often: a job must be killed before it ends. */
const OFTEN = { 'execution.checkpointing.interval': '50 ms' };

export const variants: readonly Variant[] = [
  ...['2', '4'].map((tasks) => ({
    name: `hashmap, ${tasks} tasks`,
    settings: { ...backendSettings('hashmap'), [PARALLELISM]: tasks },
  })),
  ...backends.flatMap((backend) =>
    ['true', 'false'].map((isAsync) => ({
      name: `${backend}, ${isAsync === 'true' ? 'async' : 'sync'}`,
      settings: { ...backendSettings(backend), [ASYNC]: isAsync },
    })),
  ),
  ...backends.map((backend, i) => ({
    name: `${backend}, killed, ${2 ** i} tasks`,
    settings: { ...backendSettings(backend), ...OFTEN, [PARALLELISM]: String(2 ** i) },
    dieAfter: 2,
  })),
];

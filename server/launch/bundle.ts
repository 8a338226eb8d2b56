/** What the bundle of `dist/bin/` does; each is loaded when it is called for. */
export interface Bundle {
  /** Runs `process.argv` as a command. */
  command(): Promise<unknown>;
  /** Becomes a thread of a worker pool. */
  worker(): Promise<unknown>;
  /** Runs what every start runs, once. */
  warmUp(): Promise<void>;
}

export const command: Bundle['command'] = () => import('../cli/main.js');
export const worker: Bundle['worker'] = () => import('../../operators/runtime/worker.js');

export async function warmUp(): Promise<void> {
  const { runFirstQuery } = await import('./first-query.js');
  await runFirstQuery();
}

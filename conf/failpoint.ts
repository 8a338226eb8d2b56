/**
 * Named places at which a test kills the process, as a power switch would: `MILLRACE_FAILPOINT` is
 * `name` or `name:n` for the n-th time (of this thread) that the place is passed. Without the
 * variable nothing happens.
 */
const [armed = '', passes = '1'] = (process.env.MILLRACE_FAILPOINT ?? '').split(':');
let left = Number(passes);

export type Failpoint =
  | 'before-acknowledgement'
  | 'before-completion'
  | 'before-commit'
  | 'inside-commit'
  | 'inside-compaction'
  | 'inside-deletion';

export function failpoint(name: Failpoint): void {
  if (name !== armed || --left > 0) return;
  process.kill(process.pid, 'SIGKILL');
}

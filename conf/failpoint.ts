/**
 * Named places at which a test kills the process, as a power switch would. `MILLRACE_FAILPOINT` is
 * a list `name:n,name:n`: the process dies at the first of these places that is passed for the n-th
 * time by a thread, and names it on standard error. Without the variable nothing happens.
 */
import { writeSync } from 'node:fs';

export const FAILPOINTS = [
  'before-acknowledgement',
  'before-completion',
  'before-commit',
  'inside-commit',
  'inside-compaction',
  'inside-deletion',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

/** How often each place is still passed, that time included. */
const left = new Map<string, number>();
for (const text of (process.env.MILLRACE_FAILPOINT ?? '').split(',')) {
  const [name = '', passes = '1'] = text.split(':');
  left.set(name, Number(passes));
}

export function failpoint(name: Failpoint): void {
  const passes = left.get(name);
  if (passes === undefined) return;
  left.set(name, passes - 1);
  if (passes > 1) return;
  writeSync(2, `failpoint ${name}\n`);
  process.kill(process.pid, 'SIGKILL');
}

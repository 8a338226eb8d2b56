/**
 * The language of faults: a line a rule, `operation path [when] fault`. Lines that are empty or
 * begin with `#` say nothing; `;` ends a line too. The first rule that applies to a call counts.
 *
 * - operation: `read` (all reads and sizes), `write` (also files in parts, at their end), `put`
 *   (if absent), `list`, `delete`, `copy`, `*`
 * - path: names with `*` for any run of characters within a name, `**` for any run at all
 * - when, counted over the calls that operation and path fit: `@3` the third, `@2-5`, `@4-` from
 *   the fourth on, `1/10` one in ten by the seed; without it always
 * - fault:
 *   - `error`: FILE_UNREACHABLE, nothing done; `503` and `409` too, and say so
 *   - `refused`: FILE_REFUSED, as a full disk or a revoked key
 *   - `412`: `put` answers `exists`, nothing done
 *   - `lost-ack`: it is done, then FILE_UNREACHABLE
 *   - `torn`: the first half of the file is there, then FILE_UNREACHABLE
 *   - `lost-entry`: a list leaves the files of this path out
 *   - `latency 25`: it takes 25 ms more, then goes on with the rules below
 *   - `crash`: FILE_UNREACHABLE, and so is all that follows, as if the process were dead
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { Random } from '../../conf/random.js';

export const OPERATIONS = ['read', 'write', 'put', 'list', 'delete', 'copy', '*'] as const;
export const FAULTS = [
  'error',
  '503',
  '409',
  'refused',
  '412',
  'lost-ack',
  'torn',
  'lost-entry',
  'latency',
  'crash',
] as const;

export type Operation = (typeof OPERATIONS)[number];
export type Fault = (typeof FAULTS)[number];

export interface FaultRule {
  /** As it was written. */
  readonly text: string;
  readonly operation: Operation;
  readonly path: RegExp;
  readonly when: (call: number, random: Random) => boolean;
  readonly fault: Fault;
  readonly latencyMs: number;
}

/** @throws CONFIG_VALUE for a line that is no rule */
export function parseFaults(text: string): FaultRule[] {
  return text
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(parseRule);
}

function parseRule(text: string): FaultRule {
  const words = text.split(/\s+/);
  const operation = OPERATIONS.find((name) => name === words[0]);
  const path = words[1];
  const isTimed = words[2] !== undefined && /^(@|\d+\/)/.test(words[2]);
  const [name, number, ...more] = words.slice(isTimed ? 3 : 2);
  const fault = FAULTS.find((one) => one === name);
  const isLatency = fault === 'latency';
  const latencyMs = isLatency ? Number(number) : 0;
  const isWhole = more.length === 0 && isLatency === (number !== undefined) && latencyMs >= 0;
  if (operation === undefined || path === undefined || fault === undefined || !isWhole) {
    throw malformed(text);
  }
  const when = isTimed ? parseWhen(words[2] as string, text) : () => true;
  return { text, operation, path: pattern(path), when, fault, latencyMs };
}

function parseWhen(word: string, text: string): FaultRule['when'] {
  const share = /^(\d+)\/(\d+)$/.exec(word);
  if (share !== null) {
    const [some, of] = [Number(share[1]), Number(share[2])];
    return (_, random) => random.nextInt(1, of) <= some;
  }
  const calls = /^@(\d+)(-(\d*))?$/.exec(word);
  if (calls === null) throw malformed(text);
  const first = Number(calls[1]);
  const last = calls[2] === undefined ? first : calls[3] === '' ? Infinity : Number(calls[3]);
  return (call) => call >= first && call <= last;
}

function pattern(path: string): RegExp {
  const parts = path.split(/(\*+)/).map((part) => {
    if (part === '*') return '[^/]*';
    return part.startsWith('*') ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}

function malformed(text: string): MillraceError {
  return new MillraceError(
    'CONFIG_VALUE',
    `'${text}' is no fault rule; it is 'operation path [when] fault' with an operation of ` +
      `${OPERATIONS.join(', ')} and a fault of ${FAULTS.join(', ')}`,
  );
}

/** FROM_CHANGELOG and TO_CHANGELOG. */
import type { ChangeCode } from '../../operators/changelog/changelog-spec.js';
import type { Column } from '../../operators/core/spec.js';
import { STRING, withNullable } from '../../state/column/logical-type.js';
import type { LogicalNode } from './node.js';

/** As Flink says it. */
export const TIME_OF_UPDATES =
  'Time operations using the `on_time` argument are currently not supported for PTFs that ' +
  'consume or produce updates.';

/** The arguments as they were written, for plans; null = left out. */
export interface ChangelogArguments {
  readonly op: string | null;
  readonly mapping: readonly (readonly [key: string, value: string])[] | null;
  readonly onTime: readonly string[] | null;
  readonly uid: string | null;
}

/** Each row as the change that its column `op` names: the input's other columns. */
export interface FromChangelog {
  readonly kind: 'from-changelog';
  readonly input: LogicalNode;
  readonly op: number;
  readonly codes: readonly ChangeCode[];
  readonly arguments: ChangelogArguments;
  readonly output: readonly Column[];
}

/** Each change as a row: the code of its kind, then the input's columns, then its time. */
export interface ToChangelog {
  readonly kind: 'to-changelog';
  readonly input: LogicalNode;
  /** The input's column that is the time of its rows; null = none goes out. */
  readonly time: number | null;
  readonly codes: readonly ChangeCode[];
  readonly arguments: ChangelogArguments;
  readonly output: readonly Column[];
}

export function fromChangelog(
  input: LogicalNode,
  op: number,
  codes: readonly ChangeCode[],
  args: ChangelogArguments,
): FromChangelog {
  const output = input.output.filter((_, c) => c !== op);
  return { kind: 'from-changelog', input, op, codes, arguments: args, output };
}

/** @param names of the output: of the codes, of the input's columns, of the time where one is */
export function toChangelog(
  input: LogicalNode,
  time: number | null,
  names: readonly string[],
  codes: readonly ChangeCode[],
  args: ChangelogArguments,
): ToChangelog {
  const types = [STRING, ...input.output.map(({ type }) => type)];
  if (time !== null) types.push(withNullable((input.output[time] as Column).type, false));
  const output = types.map((type, i) => ({ name: names[i] as string, type }));
  return { kind: 'to-changelog', input, time, codes, arguments: args, output };
}

/** The input's column that an output column is; null for the column of codes. */
export function columnBelow(node: FromChangelog | ToChangelog, column: number): number | null {
  if (node.kind === 'from-changelog') return column < node.op ? column : column + 1;
  if (column > node.input.output.length) return node.time;
  return column === 0 ? null : column - 1;
}

/** FROM_CHANGELOG and TO_CHANGELOG. */
import type { ChangeCode } from '../../operators/changelog/changelog-spec.js';
import type { Column } from '../../operators/core/spec.js';
import { STRING } from '../../state/column/logical-type.js';
import type { LogicalNode } from './node.js';

/** The arguments as they were written, for plans; null = left out. */
export interface ChangelogArguments {
  readonly op: string | null;
  readonly mapping: readonly (readonly [key: string, value: string])[] | null;
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

/** Each change as a row: the code of its kind, then the input's columns. */
export interface ToChangelog {
  readonly kind: 'to-changelog';
  readonly input: LogicalNode;
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

/** @param op the name of the column of codes */
export function toChangelog(
  input: LogicalNode,
  op: string,
  codes: readonly ChangeCode[],
  args: ChangelogArguments,
): ToChangelog {
  const output = [{ name: op, type: STRING }, ...input.output];
  return { kind: 'to-changelog', input, codes, arguments: args, output };
}

/** The input's column that an output column is; null for the column of codes. */
export function columnBelow(node: FromChangelog | ToChangelog, column: number): number | null {
  if (node.kind === 'to-changelog') return column === 0 ? null : column - 1;
  return column < node.op ? column : column + 1;
}

/** Answers of statements that run no job, in the shapes of Flink's `TableResult`. */
import type { Column } from '../../operators/core/spec.js';
import { BOOLEAN, STRING } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';

export interface StatementResult {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Scalar[])[];
  readonly resultKind: 'SUCCESS' | 'SUCCESS_WITH_CONTENT';
}

/** One row: what DDL, SET and USE answer. */
export const OK: StatementResult = {
  columns: [{ name: 'result', type: STRING }],
  rows: [['OK']],
  resultKind: 'SUCCESS',
};

/** One column of text. */
export function listResult(column: string, values: readonly string[]): StatementResult {
  return tableResult(
    [column],
    values.map((value) => [value]),
  );
}

/** Columns of text, but for those named as BOOLEAN. */
export function tableResult(
  columns: readonly string[],
  rows: readonly (readonly Scalar[])[],
  booleans: readonly string[] = [],
): StatementResult {
  return {
    columns: columns.map((name) => ({ name, type: booleans.includes(name) ? BOOLEAN : STRING })),
    rows,
    resultKind: 'SUCCESS_WITH_CONTENT',
  };
}

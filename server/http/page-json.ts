/** A result page as the SQL Gateway's JSON. Values are exact: 64-bit integers are JSON numbers. */
import { MillraceError } from '../../conf/errors/error.js';
import type { Zoned } from '../../conf/time-zone.js';
import type { RowKind } from '../../operators/core/row-kind.js';
import type { Column } from '../../operators/core/spec.js';
import { jsonValue, printValue } from '../../operators/expr/print-value.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import type { Page } from '../sessions/result-pages.js';
import { jsonType } from './logical-type.js';

export type RowFormat = 'JSON' | 'PLAIN_TEXT';

const KIND_NAMES: Readonly<Record<RowKind, string>> = {
  0: 'INSERT',
  1: 'UPDATE_BEFORE',
  2: 'UPDATE_AFTER',
  3: 'DELETE',
};

/** @throws HTTP_BAD_REQUEST */
export function rowFormat(text: unknown): RowFormat {
  if (text === undefined || text === 'JSON') return 'JSON';
  if (text === 'PLAIN_TEXT') return text;
  const reason = `rowFormat is '${String(text)}'; allowed is JSON or PLAIN_TEXT`;
  throw new MillraceError('HTTP_BAD_REQUEST', reason);
}

export interface PageOptions {
  readonly format: RowFormat;
  readonly zone: Zoned;
  /** Absent at the end. */
  readonly nextUri?: string;
}

export function pageJson(page: Page, { format, zone, nextUri }: PageOptions): string {
  const value = (scalar: Scalar, type: LogicalType): string => {
    if (format === 'JSON') return jsonValue(scalar, type, zone);
    return JSON.stringify(printValue(scalar, type, zone));
  };
  const rows = page.rows.map(({ kind, values }) => {
    const fields = values.map((one, i) => value(one, (page.columns[i] as Column).type));
    return `{"kind":"${KIND_NAMES[kind]}","fields":[${fields.join(',')}]}`;
  });
  const columns = page.columns.map(({ name, type }) => ({
    name,
    logicalType: jsonType(type),
    comment: null,
  }));
  const job = page.jobId === undefined ? '' : `"jobID":"${page.jobId}",`;
  const next = nextUri === undefined ? '' : `,"nextResultUri":${JSON.stringify(nextUri)}`;
  return (
    `{"resultType":"${page.type}","isQueryResult":${page.isQueryResult},${job}` +
    `"resultKind":"${page.resultKind}","results":{"columns":${JSON.stringify(columns)},` +
    `"rowFormat":"${format}","data":[${rows.join(',')}]}${next}}`
  );
}

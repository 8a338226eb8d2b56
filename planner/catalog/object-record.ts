/** Tables and views as JSON text, for a store; expressions and queries stand in it as SQL. */

import type { Expression } from '../parser/ast/expression.js';
import { parseExpression, parseQuery } from '../parser/parse.js';
import { fullExpression } from '../parser/print/full-printer.js';
import type { CatalogObject, Snippet, TableColumn, TableWatermark } from './table.js';

export function writeObject(object: CatalogObject): string {
  if (object.kind === 'view') return JSON.stringify({ ...object, query: object.query.text });
  const { watermark } = object;
  return JSON.stringify({
    ...object,
    columns: object.columns.map(writeExpression),
    watermark: watermark && writeExpression(watermark),
  });
}

/** @throws SyntaxError, PARSE_*: the text is not one that `writeObject` made */
export function readObject(text: string): CatalogObject {
  const record = JSON.parse(text);
  if (record.kind === 'view') {
    const query: string = record.query;
    return { ...record, query: { node: parseQuery(query), text: query } };
  }
  return {
    ...record,
    columns: record.columns.map(readExpression),
    watermark: record.watermark && readExpression(record.watermark),
  };
}

function writeExpression(part: TableColumn | TableWatermark): unknown {
  if (!('expression' in part)) return part;
  return { ...part, expression: fullExpression(part.expression.node) };
}

function readExpression(part: { readonly expression?: string }): unknown {
  const { expression } = part;
  if (expression === undefined) return part;
  const snippet: Snippet<Expression> = { node: parseExpression(expression), text: expression };
  return { ...part, expression: snippet };
}

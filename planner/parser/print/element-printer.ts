/** Prints table elements and the clauses that several statements share. */
import type { ColumnConstraint, Distribution, TableElement } from '../ast/column.js';
import type { PartitionSpec } from '../ast/table.js';
import type { QueryPrinter } from './query-printer.js';
import { words } from './text-printer.js';

/** `(element, …)`, or nothing for an empty list. */
export function printElements(p: QueryPrinter, elements: readonly TableElement[]): string {
  if (elements.length === 0) return '';
  return `(${elements.map((element) => printElement(p, element)).join(', ')})`;
}

function printElement(p: QueryPrinter, node: TableElement): string {
  switch (node.kind) {
    case 'watermark':
      return `WATERMARK FOR ${p.name(node.column)} AS ${p.expression(node.expression)}`;
    case 'tableConstraint':
      return words(constraintHead(p, node), p.columns(node.columns), enforcement(node.enforced));
    case 'physicalColumn': {
      const { constraint } = node;
      const suffix =
        constraint && words(constraintHead(p, constraint), enforcement(constraint.enforced));
      return words(p.identifier(node.name), p.type(node.type), suffix, columnTail(p, node));
    }
    case 'metadataColumn': {
      const from = node.from && `FROM ${p.string(node.from)}`;
      const metadata = words('METADATA', from, node.virtual && 'VIRTUAL');
      return words(p.identifier(node.name), p.type(node.type), metadata, columnTail(p, node));
    }
    case 'computedColumn': {
      const expression = `AS ${p.expression(node.expression)}`;
      return words(p.identifier(node.name), expression, columnTail(p, node));
    }
    case 'columnName':
      return words(p.identifier(node.name), columnTail(p, node));
  }
}

type Column = Extract<TableElement, { position: unknown }>;

function columnTail(p: QueryPrinter, { comment, position }: Column): string {
  const after = position?.after;
  const place = position && (after === undefined ? 'FIRST' : `AFTER ${p.identifier(after)}`);
  return words(p.comment(comment), place);
}

function constraintHead(p: QueryPrinter, { name, type }: Pick<ColumnConstraint, 'name' | 'type'>) {
  return words(name && `CONSTRAINT ${p.identifier(name)}`, type);
}

function enforcement(enforced: boolean | undefined): string {
  if (enforced === undefined) return '';
  return enforced ? 'ENFORCED' : 'NOT ENFORCED';
}

/** What follows DISTRIBUTED or DISTRIBUTION. */
export function printDistribution(p: QueryPrinter, node: Distribution): string {
  const { algorithm, columns, buckets } = node;
  return words(
    columns.length > 0 && words('BY', algorithm, p.columns(columns)),
    buckets !== undefined && `INTO ${buckets} BUCKETS`,
  );
}

export function printPartition(p: QueryPrinter, { keys }: PartitionSpec): string {
  const inside = keys.map(({ column, value }) =>
    words(p.identifier(column), value && `= ${p.expression(value)}`),
  );
  return `PARTITION (${inside.join(', ')})`;
}

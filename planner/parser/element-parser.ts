/** Parses what stands between the parentheses of CREATE TABLE, and the clauses behind them. */
import type {
  ColumnConstraint,
  ColumnPosition,
  Distribution,
  PhysicalColumn,
  TableConstraint,
  TableElement,
  Watermark,
} from './ast/column.js';
import type { StringLiteral } from './ast/literal.js';
import type { Identifier } from './ast/node.js';
import type { PartitionKey, PartitionSpec } from './ast/table.js';
import type { QueryParser } from './query-parser.js';

/** Where an element stands: that decides about positions and bare names. */
export type ElementContext = 'create' | 'alter';

/** `(element, …)`. */
export function tableElements(p: QueryParser, context: ElementContext): TableElement[] {
  return p.parenthesized(() => tableElement(p, context));
}

export function tableElement(p: QueryParser, context: ElementContext): TableElement {
  if (p.at('WATERMARK')) return watermark(p);
  if (p.at('CONSTRAINT') || p.at('PRIMARY') || p.at('UNIQUE')) return tableConstraint(p);
  return column(p, context);
}

function watermark(p: QueryParser): Watermark {
  const { start } = p;
  p.expectAll('WATERMARK', 'FOR');
  const name = p.objectName();
  p.expect('AS');
  const expression = p.expression();
  return { kind: 'watermark', column: name, expression, start, end: p.end };
}

function tableConstraint(p: QueryParser): TableConstraint {
  const { start } = p;
  const { name, type } = constraintHead(p);
  const columns = p.identifiers();
  const enforced = enforcement(p);
  return { kind: 'tableConstraint', name, type, columns, enforced, start, end: p.end };
}

/** `[CONSTRAINT name] PRIMARY KEY | UNIQUE`. */
function constraintHead(p: QueryParser): Pick<TableConstraint, 'name' | 'type'> {
  const name = p.accept('CONSTRAINT') ? p.identifier() : undefined;
  if (p.accept('UNIQUE')) return { name, type: 'UNIQUE' };
  p.expectAll('PRIMARY', 'KEY');
  return { name, type: 'PRIMARY KEY' };
}

function enforcement(p: QueryParser): boolean | undefined {
  if (p.acceptBoth('NOT', 'ENFORCED')) return false;
  return p.accept('ENFORCED') ? true : undefined;
}

function column(p: QueryParser, context: ElementContext): TableElement {
  const { start } = p;
  const name = p.identifier();
  if (p.accept('AS')) {
    const expression = p.expression();
    const { comment, position } = columnTail(p, context);
    return { kind: 'computedColumn', name, expression, comment, position, start, end: p.end };
  }
  if (atElementEnd(p)) {
    const { comment, position } = columnTail(p, context);
    return { kind: 'columnName', name, comment, position, start, end: p.end };
  }
  const type = p.type();
  if (p.accept('METADATA')) {
    const from = p.accept('FROM') ? p.stringLiteral() : undefined;
    const virtual = p.accept('VIRTUAL');
    const { comment, position } = columnTail(p, context);
    const end = p.end;
    return { kind: 'metadataColumn', name, type, from, virtual, comment, position, start, end };
  }
  const constraint = columnConstraint(p);
  const { comment, position } = columnTail(p, context);
  return { kind: 'physicalColumn', name, type, constraint, comment, position, start, end: p.end };
}

/** Whether a column is a name alone. */
function atElementEnd(p: QueryParser): boolean {
  const { word } = p;
  return word === ',' || word === ')' || word === 'FIRST' || word === 'AFTER' || word === 'COMMENT';
}

function columnConstraint(p: QueryParser): ColumnConstraint | undefined {
  const { start } = p;
  if (!p.at('CONSTRAINT') && !p.at('PRIMARY') && !p.at('UNIQUE')) return undefined;
  const { name, type } = constraintHead(p);
  const enforced = enforcement(p);
  return { kind: 'columnConstraint', name, type, enforced, start, end: p.end };
}

function columnTail(
  p: QueryParser,
  context: ElementContext,
): { comment: StringLiteral | undefined; position: ColumnPosition | undefined } {
  const comment = optionalComment(p);
  const position = context === 'alter' ? columnPosition(p) : undefined;
  return { comment, position };
}

function columnPosition(p: QueryParser): ColumnPosition | undefined {
  const { start } = p;
  if (p.accept('FIRST')) return { kind: 'columnPosition', after: undefined, start, end: p.end };
  if (!p.accept('AFTER')) return undefined;
  return { kind: 'columnPosition', after: p.identifier(), start, end: p.end };
}

/** Columns of a model: a name, a type and perhaps a comment. */
export function modelColumns(p: QueryParser): PhysicalColumn[] {
  return p.parenthesized((): PhysicalColumn => {
    const name = p.identifier();
    const type = p.type();
    const comment = optionalComment(p);
    return {
      kind: 'physicalColumn',
      name,
      type,
      constraint: undefined,
      comment,
      position: undefined,
      start: name.start,
      end: p.end,
    };
  });
}

/* Clauses that several statements share. */

export function optionalComment(p: QueryParser): StringLiteral | undefined {
  return p.accept('COMMENT') ? p.stringLiteral() : undefined;
}

/** `DISTRIBUTED BY …` of CREATE. */
export function optionalDistribution(p: QueryParser): Distribution | undefined {
  const { start } = p;
  return p.accept('DISTRIBUTED') ? distribution(p, start) : undefined;
}

/** From behind DISTRIBUTED (in CREATE) or DISTRIBUTION (in ALTER). */
export function distribution(p: QueryParser, start: number): Distribution {
  let algorithm: Distribution['algorithm'];
  let columns: Identifier[] = [];
  if (p.accept('BY')) {
    algorithm = p.accept('HASH') ? 'HASH' : p.accept('RANGE') ? 'RANGE' : undefined;
    columns = p.identifiers();
    if (!p.at('INTO')) {
      const end = p.end;
      return { kind: 'distribution', algorithm, columns, buckets: undefined, start, end };
    }
  }
  p.expect('INTO');
  const buckets = p.wholeNumber();
  p.expect('BUCKETS');
  return { kind: 'distribution', algorithm, columns, buckets, start, end: p.end };
}

export function optionalPartitionedBy(p: QueryParser): Identifier[] {
  if (!p.accept('PARTITIONED')) return [];
  p.expect('BY');
  return p.identifiers();
}

/** `PARTITION (key = value, …)`; the word PARTITION is at hand. */
export function partitionSpec(p: QueryParser, valueOptional: boolean): PartitionSpec {
  const { start } = p;
  p.expect('PARTITION');
  const keys = p.parenthesized((): PartitionKey => {
    const name = p.identifier();
    if (valueOptional && !p.at('=')) {
      return {
        kind: 'partitionKey',
        column: name,
        value: undefined,
        start: name.start,
        end: p.end,
      };
    }
    p.expect('=');
    const value = p.expression();
    return { kind: 'partitionKey', column: name, value, start: name.start, end: p.end };
  });
  return { kind: 'partition', keys, start, end: p.end };
}

export function ifExists(p: QueryParser): boolean {
  return p.acceptBoth('IF', 'EXISTS');
}

export function ifNotExists(p: QueryParser): boolean {
  if (!p.atBoth('IF', 'NOT')) return false;
  p.expectAll('IF', 'NOT', 'EXISTS');
  return true;
}

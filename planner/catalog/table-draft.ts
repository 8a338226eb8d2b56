/**
 * A table while a statement defines or changes it. Elements are added in the order of the
 * statement; `finish` then checks the whole (names, key, watermark, partitions) and gives computed
 * columns their types, so that CREATE, LIKE and ALTER obey the same rules.
 */

import { MillraceError } from '../../conf/errors/error.js';
import type { Expr } from '../../operators/expr/expression.js';
import { type LogicalType, NULL, withNullable } from '../../state/column/logical-type.js';
import { typeText } from '../../state/column/type-text.js';
import { ExpressionBinder } from '../binder/expression.js';
import { Scope } from '../binder/scope.js';
import { noSpecialCalls } from '../binder/special-calls.js';
import { bindType } from '../binder/type.js';
import { attributeOf, withoutAttribute } from '../logical/column-type.js';
import { column as columnExpr } from '../logical/expressions.js';
import type {
  ColumnPosition,
  Distribution,
  TableConstraint,
  TableElement,
  Watermark,
} from '../parser/ast/column.js';
import type { Expression } from '../parser/ast/expression.js';
import type { Identifier, Span } from '../parser/ast/node.js';
import { type DdlContext, ddlError } from './ddl-context.js';
import type {
  CatalogTable,
  PrimaryKey,
  Snippet,
  TableColumn,
  TableDistribution,
  TablePartition,
  TableWatermark,
} from './table.js';

export class TableDraft {
  columns: TableColumn[] = [];
  watermark: TableWatermark | null = null;
  primaryKey: PrimaryKey | null = null;
  distribution: TableDistribution | null = null;
  partitionKeys: readonly string[] = [];
  partitions: readonly TablePartition[] = [];
  options: Readonly<Record<string, string>> = {};
  comment: string | null = null;
  readonly #added = new Set<TableElement>();
  /** Where the statement names the watermark's column and the key's columns. */
  #watermarkAt: Span | null = null;
  #keyAt: Span | null = null;

  constructor(
    readonly context: DdlContext,
    readonly at: Span,
  ) {}

  static of(table: CatalogTable, context: DdlContext, at: Span): TableDraft {
    const draft = new TableDraft(context, at);
    const { kind: _, columns, ...rest } = table;
    return Object.assign(draft, rest, { columns: [...columns] });
  }

  /** @param replace MODIFY: the element must be there already */
  add(elements: readonly TableElement[], replace = false): void {
    for (const element of elements) {
      if (!this.#added.has(element)) this.#add(element, replace);
    }
  }

  /** Elements of the statement that `add` shall pass over. */
  done(elements: readonly TableElement[]): void {
    for (const element of elements) this.#added.add(element);
  }

  #add(element: TableElement, replace: boolean): void {
    const { context } = this;
    switch (element.kind) {
      case 'watermark':
        this.#addWatermark(element, replace);
        return;
      case 'tableConstraint':
        this.#addKey(element, replace);
        return;
      case 'columnName':
        throw context.bind.unsupported('A column by its name alone', element);
      default: {
        const column = this.#column(element);
        this.#place(column, element.name, element.position, replace);
        if (element.kind === 'physicalColumn' && element.constraint !== undefined) {
          this.#addKey({ ...element.constraint, columns: [element.name] }, replace);
        }
      }
    }
  }

  #column(
    element: Exclude<TableElement, { kind: 'watermark' | 'tableConstraint' | 'columnName' }>,
  ): TableColumn {
    const base = { name: element.name.name, comment: element.comment?.value ?? null };
    switch (element.kind) {
      case 'physicalColumn':
        return { kind: 'physical', ...base, type: bindType(element.type, this.context.bind) };
      case 'metadataColumn': {
        const type = bindType(element.type, this.context.bind);
        const { virtual } = element;
        return { kind: 'metadata', ...base, type, key: element.from?.value ?? null, virtual };
      }
      case 'computedColumn':
        // `finish` finds the type.
        return {
          kind: 'computed',
          ...base,
          type: NULL,
          expression: this.#snippet(element.expression),
        };
    }
  }

  #snippet(node: Expression): Snippet<Expression> {
    return { node, text: this.context.bind.text };
  }

  #place(
    column: TableColumn,
    at: Identifier,
    position: ColumnPosition | undefined,
    replace: boolean,
  ): void {
    let index = this.#find(column.name);
    if (replace && index < 0) throw this.#noColumn(at);
    if (!replace && index >= 0) {
      const reason = `A column named '${column.name}' already exists in the table.`;
      throw ddlError(this.context, 'CATALOG_INVALID', reason, at);
    }
    const before = this.columns[index];
    if (replace) this.columns.splice(index, 1);
    else index = this.columns.length;
    if (position !== undefined) index = this.#after(position);
    const comment = column.comment ?? before?.comment ?? null;
    this.columns.splice(index, 0, { ...column, comment });
  }

  #after(position: ColumnPosition): number {
    if (position.after === undefined) return 0;
    const index = this.#find(position.after.name);
    if (index < 0) throw this.#noColumn(position.after);
    return index + 1;
  }

  #addWatermark(element: Watermark, replace: boolean): void {
    const { context } = this;
    if (this.watermark !== null && !replace) {
      const reason = 'There already exists a watermark on the table.';
      throw ddlError(context, 'CATALOG_INVALID', reason, element);
    }
    const [name, ...nested] = element.column.parts;
    if (nested.length > 0)
      throw context.bind.unsupported('A watermark on a part of a ROW', element);
    this.#watermarkAt = element.column;
    this.watermark = {
      column: name?.name ?? '',
      expression: this.#snippet(element.expression),
    };
  }

  #addKey(
    constraint: Pick<TableConstraint, 'name' | 'type' | 'columns' | 'enforced' | 'start' | 'end'>,
    replace: boolean,
  ): void {
    const { context } = this;
    if (constraint.type === 'UNIQUE') {
      throw ddlError(
        context,
        'CATALOG_INVALID',
        'UNIQUE constraint is not supported yet',
        constraint,
      );
    }
    if (constraint.enforced !== false) {
      const reason = "Flink doesn't support ENFORCED mode for PRIMARY KEY constraint";
      throw ddlError(context, 'CATALOG_INVALID', reason, constraint, 'Write NOT ENFORCED.');
    }
    if (this.primaryKey !== null && !replace) {
      throw ddlError(context, 'CATALOG_INVALID', 'Duplicate primary key definition', constraint);
    }
    this.#keyAt = constraint;
    const columns = constraint.columns.map((column) => column.name);
    for (const column of constraint.columns) {
      const found = this.columns[this.#find(column.name)];
      if (found === undefined && columns.length > 0) this.#laterKeys.push(column);
    }
    this.primaryKey = { name: constraint.name?.name ?? `PK_${columns.join('_')}`, columns };
  }

  /** Key columns that stand behind the constraint in the statement; `finish` looks again. */
  readonly #laterKeys: Identifier[] = [];

  setDistribution(distribution: Distribution): void {
    for (const column of distribution.columns) {
      if (this.#find(column.name) < 0) throw this.#noColumn(column);
    }
    this.distribution = {
      algorithm: distribution.algorithm ?? null,
      columns: distribution.columns.map((column) => column.name),
      buckets: distribution.buckets ?? null,
    };
  }

  setPartitionKeys(keys: readonly Identifier[]): void {
    for (const key of keys) {
      const column = this.columns[this.#find(key.name)];
      if (column === undefined) throw this.#noColumn(key);
      if (column.kind !== 'physical') {
        const reason = `Partition column '${key.name}' must be a physical column`;
        throw ddlError(this.context, 'CATALOG_INVALID', reason, key);
      }
    }
    this.partitionKeys = keys.map((key) => key.name);
  }

  /** @throws CATALOG_INVALID, BIND_* */
  finish(): CatalogTable {
    for (const column of this.#laterKeys) {
      if (this.#find(column.name) < 0) throw this.#noColumn(column);
    }
    this.#checkKey();
    this.#bindComputed();
    if (this.watermark !== null) this.#checkWatermark(this.watermark);
    const { columns, watermark, primaryKey, distribution } = this;
    const { partitionKeys, partitions, options, comment } = this;
    return {
      kind: 'table',
      columns,
      watermark,
      primaryKey,
      distribution,
      partitionKeys,
      partitions,
      options,
      comment,
    };
  }

  /** Key columns are physical, and NOT NULL whether it was written or not. */
  #checkKey(): void {
    for (const name of this.primaryKey?.columns ?? []) {
      const index = this.#find(name);
      const column = this.columns[index];
      if (column === undefined || column.kind !== 'physical') {
        const reason = `Primary key column '${name}' must be a physical column of the table`;
        throw ddlError(this.context, 'CATALOG_INVALID', reason, this.#keyAt ?? this.at);
      }
      this.columns[index] = { ...column, type: withNullable(column.type, false) };
    }
  }

  /** What is computed from a column that is not there (any more); null: nothing. */
  dangling(): string | null {
    const stored = scopeOf(this.columns.filter((column) => column.kind !== 'computed'));
    for (const column of this.columns) {
      if (column.kind === 'computed' && !this.#binds(column.expression, stored)) {
        return `computed column '${column.name}'`;
      }
    }
    const { watermark } = this;
    if (watermark === null || this.#binds(watermark.expression, scopeOf(this.columns))) return null;
    return 'the watermark expression';
  }

  #binds(snippet: Snippet<Expression>, scope: Scope): boolean {
    try {
      this.#bindOver(snippet, scope);
      return true;
    } catch (error) {
      if (error instanceof MillraceError && error.code === 'BIND_UNKNOWN_COLUMN') return false;
      throw error;
    }
  }

  /** Computed columns see the stored ones alone. */
  #bindComputed(): void {
    const stored = this.columns.filter((column) => column.kind !== 'computed');
    const scope = scopeOf(stored);
    this.columns = this.columns.map((column) => {
      if (column.kind !== 'computed') return column;
      const { type } = this.#bindOver(column.expression, scope);
      return { ...column, type };
    });
  }

  #checkWatermark(watermark: TableWatermark): void {
    const column = this.columns[this.#find(watermark.column)];
    const at = watermark.expression.node;
    if (column === undefined) {
      const field = `The rowtime attribute field '${watermark.column}'`;
      const reason = `${field} is not defined in the table.`;
      throw ddlError(this.context, 'CATALOG_INVALID', reason, this.#watermarkAt ?? this.at);
    }
    if (!isEventTime(column.type)) {
      const reason =
        'Invalid data type of time field for watermark definition. The field must be of type ' +
        "TIMESTAMP(p) or TIMESTAMP_LTZ(p), the supported precision 'p' is from 0 to 3, but the " +
        `time field type is ${typeText(column.type)}`;
      const hint = 'Compute a column: ts3 AS CAST(ts AS TIMESTAMP(3)).';
      const place = this.#watermarkAt ?? this.at;
      throw ddlError(this.context, 'CATALOG_INVALID', reason, place, hint);
    }
    const value = this.#bindOver(watermark.expression, scopeOf(this.columns));
    if (isEventTime(value.type) && value.type.root === column.type.root) return;
    const reason =
      `The watermark of a ${typeText(column.type)} must be one too, with a precision of 0 to 3, ` +
      `not ${typeText(value.type)}`;
    throw this.context.bind.forText(watermark.expression.text).error('CATALOG_INVALID', reason, at);
  }

  #bindOver(snippet: Snippet<Expression>, scope: Scope): Expr {
    const special = noSpecialCalls('a computed column or watermark');
    const own = this.context.bind.forText(snippet.text);
    return new ExpressionBinder(own, scope, special).bind(snippet.node);
  }

  #find(name: string): number {
    return this.columns.findIndex((column) => column.name === name);
  }

  #noColumn(at: Identifier): Error {
    const known = this.columns.map((column) => column.name).join(', ');
    const reason = `The table has no column '${at.name}'`;
    return ddlError(this.context, 'CATALOG_INVALID', reason, at, `Columns: ${known}.`);
  }
}

function scopeOf(columns: readonly TableColumn[]): Scope {
  const visible = columns.map((c, i) => ({ name: c.name, expr: columnExpr(i, c.type) }));
  return new Scope([{ name: null, columns: visible }], visible);
}

function isEventTime(type: LogicalType): boolean {
  const plain = withoutAttribute(type);
  const timestamp =
    plain.root === 'TIMESTAMP_WITHOUT_TIME_ZONE' || plain.root === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE';
  return timestamp && plain.precision <= 3 && attributeOf(type) !== 'PROCTIME';
}

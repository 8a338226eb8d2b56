/**
 * What column names mean in one SELECT. A relation is a table of FROM under its alias; `visible` is
 * what a name alone finds and what `*` expands to, in order (after USING, one column for two).
 */
import { didYouMean } from '../../conf/nearest.js';
import type { Column } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import { fromInside } from '../logical/decorrelate.js';
import { column } from '../logical/expressions.js';
import type { FromItem } from '../parser/ast/from.js';
import type { Identifier } from '../parser/ast/node.js';
import type { BindContext } from './context.js';

export interface ScopeColumn {
  readonly name: string;
  readonly expr: Expr;
  /** The item of FROM that it is a column of; a column of USING and a new name have none. */
  readonly item?: FromItem;
}

export interface Relation {
  /** The alias, or the parts of the table's full name; null where it has neither. */
  readonly name: readonly string[] | null;
  readonly columns: readonly ScopeColumn[];
}

export interface Resolved {
  readonly expr: Expr;
  readonly fields: readonly Identifier[];
  readonly item?: FromItem;
}

export class Scope {
  constructor(
    readonly relations: readonly Relation[],
    readonly visible: readonly ScopeColumn[],
  ) {}

  /** One relation, its columns at the places of a plan's output. */
  static of(
    name: readonly string[] | null,
    names: readonly string[],
    output: readonly Column[],
    item?: FromItem,
  ): Scope {
    const columns = names.map((each, i) => ({
      name: each,
      expr: column(i, (output[i] as Column).type),
      ...(item === undefined ? {} : { item }),
    }));
    return new Scope([{ name, columns }], columns);
  }

  static readonly empty = new Scope([], []);

  /**
   * The column that a dotted name starts with, and the parts behind it, which are fields. A table's
   * name in front wins over a column of the same name.
   * @throws BIND_UNKNOWN_COLUMN, BIND_AMBIGUOUS_COLUMN
   */
  resolve(parts: readonly Identifier[], context: BindContext): Resolved {
    const found = this.#find(parts, context);
    if (found !== undefined) return found;
    const { depth, columns } = this.#named(parts);
    throw this.#missing(parts, depth, columns, context);
  }

  /** Undefined when neither this query nor one around it has the column. */
  #find(parts: readonly Identifier[], context: BindContext): Resolved | undefined {
    const { depth, columns } = this.#named(parts);
    const part = parts[depth] as Identifier;
    const found = columns.filter((each) => each.name === part.name);
    const [first] = found;
    if (first !== undefined && found.length === 1) {
      return { ...first, fields: parts.slice(depth + 1) };
    }
    if (first !== undefined) {
      throw context.error('BIND_AMBIGUOUS_COLUMN', `Column '${part.name}' is ambiguous`, part);
    }
    const { around } = context;
    if (around === null) return undefined;
    const outer = around.scope.#find(parts, around.context);
    return outer && { ...outer, expr: fromInside(outer.expr) };
  }

  /** The columns among which a name is looked for, and which of its parts is the column. */
  #named(parts: readonly Identifier[]): { depth: number; columns: readonly ScopeColumn[] } {
    const relation = this.#prefix(parts);
    if (relation === undefined) return { depth: 0, columns: this.visible };
    return { depth: relation.depth, columns: relation.relation.columns };
  }

  /** Whether a name alone finds a column. */
  hasColumn({ name }: Identifier): boolean {
    return this.visible.some((each) => each.name === name);
  }

  /** The relation of `t.*`; undefined when there is none. */
  findRelation(parts: readonly Identifier[]): Relation | undefined {
    return this.relations.find(({ name }) => name !== null && endsWith(name, parts));
  }

  /** The relation of `t.*`. @throws BIND_UNKNOWN_TABLE */
  relation(parts: readonly Identifier[], context: BindContext): Relation {
    const first = this.findRelation(parts);
    if (first !== undefined) return first;
    const name = parts.map((part) => part.name).join('.');
    const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0];
    const hint = didYouMean(name, this.#aliases());
    throw context.error(
      'BIND_UNKNOWN_TABLE',
      `Table '${name}' is not in FROM`,
      { start, end },
      hint,
    );
  }

  #prefix(parts: readonly Identifier[]): { relation: Relation; depth: number } | undefined {
    for (let depth = Math.min(parts.length - 1, 3); depth > 0; depth--) {
      const prefix = parts.slice(0, depth);
      const relation = this.relations.find(({ name }) => name !== null && endsWith(name, prefix));
      if (relation !== undefined) return { relation, depth };
    }
    return undefined;
  }

  #missing(
    parts: readonly Identifier[],
    depth: number,
    columns: readonly ScopeColumn[],
    context: BindContext,
  ): Error {
    const part = parts[depth] as Identifier;
    const names = columns.map((each) => each.name);
    if (depth === 0 && parts.length > 1) {
      // `x.a`: x is no table and no column.
      const hint = didYouMean(part.name, [...this.#aliases(), ...names]);
      const reason = `There is no table or column '${part.name}' here`;
      return context.error('BIND_UNKNOWN_COLUMN', reason, part, hint);
    }
    const prefix = parts.slice(0, depth).map((each) => each.name);
    const where = prefix.length === 0 ? 'in any table' : `in table '${prefix.join('.')}'`;
    const hint = didYouMean(part.name, names);
    const reason = `Column '${part.name}' not found ${where}`;
    return context.error('BIND_UNKNOWN_COLUMN', reason, part, hint);
  }

  #aliases(): string[] {
    return this.relations.flatMap(({ name }) => (name === null ? [] : [name.at(-1) as string]));
  }
}

function endsWith(name: readonly string[], parts: readonly Identifier[]): boolean {
  if (parts.length > name.length) return false;
  const tail = name.slice(name.length - parts.length);
  return tail.every((each, i) => each === parts[i]?.name);
}

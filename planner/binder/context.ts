/**
 * What binding one statement needs: the catalog, the text its offsets count in, the common tables
 * in sight. Views are bound in a context of their own, over their own text; what was bound once is
 * shared.
 */
import type { Configuration } from '../../conf/configuration.js';
import { MillraceError, type Place } from '../../conf/errors/error.js';
import type { ErrorCode } from '../../conf/errors/table.js';
import type { Span as ExprSpan } from '../../operators/expr/expression.js';
import type { SessionCatalog } from '../catalog/session-catalog.js';
import type { LogicalNode } from '../logical/node.js';
import type { Span } from '../parser/ast/node.js';
import type { Query } from '../parser/ast/query.js';
import type { ResolvedNames } from '../parser/print/resolved-names.js';
import type { Findings } from './findings.js';
import type { Scope } from './scope.js';

/** A bound query: its plan and the names of its columns as written, which may repeat. */
export interface BoundQuery {
  readonly node: LogicalNode;
  readonly names: readonly string[];
}

/** What stays the same for all texts of a statement. */
export interface Shared {
  readonly configuration: Configuration;
  /** Binds a query in a query; queries hold tables, which hold the queries of views. */
  readonly bindQuery: (query: Query, context: BindContext) => BoundQuery;
  /** Plans of the views that were met, by full name; null while one is being bound. */
  readonly views: Map<string, BoundQuery | null>;
  /** What the names in the statement meant. */
  readonly names: ResolvedNames;
  /** Takes the errors behind the first; null where the first one ends the statement. */
  readonly findings: Findings | null;
}

/** The query around a query: names that are not found within are looked up there. */
export interface Around {
  readonly scope: Scope;
  readonly context: BindContext;
}

/** By name; a table that its own query would read stands as itself. */
export type CommonTables = ReadonlyMap<string, BoundQuery | 'itself'>;

const NO_TABLES: CommonTables = new Map();

export class BindContext {
  readonly #lineStarts: number[] = [0];

  /**
   * @param commonTables the tables of WITH clauses around
   * @param around the query whose columns this one may read, where it stands in an expression
   */
  constructor(
    readonly shared: Shared,
    readonly catalog: SessionCatalog,
    readonly text: string,
    readonly commonTables: CommonTables = NO_TABLES,
    readonly around: Around | null = null,
  ) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.#lineStarts.push(at + 1);
    }
  }

  query(query: Query): BoundQuery {
    return this.shared.bindQuery(query, this);
  }

  withCommonTables(tables: CommonTables): BindContext {
    return new BindContext(this.shared, this.catalog, this.text, tables, this.around);
  }

  /** Binds a query in an expression; what it reads of `scope` counts from `OUTER` on. */
  queryWithin(query: Query, scope: Scope): BoundQuery {
    const around = { scope, context: this };
    const { shared, catalog, text, commonTables } = this;
    return shared.bindQuery(query, new BindContext(shared, catalog, text, commonTables, around));
  }

  /** For the query of a view, or an expression of a table. */
  forText(text: string, catalog: SessionCatalog = this.catalog): BindContext {
    return new BindContext(this.shared, catalog, text);
  }

  /** Binds things that stand beside one another. @throws the first one's error */
  each<T, R>(items: readonly T[], step: (item: T, index: number) => R): R[] {
    const { findings } = this.shared;
    return findings === null ? items.map(step) : findings.each(items, step);
  }

  /** Two of different kinds. */
  both<A, B>(first: () => A, second: () => B): readonly [A, B] {
    const [a, b] = this.each<() => A | B, A | B>([first, second], (step) => step());
    return [a as A, b as B];
  }

  place(span: Span): Place {
    const { start, end } = span;
    const index = this.#lineOf(start);
    const lineStart = this.#lineStarts[index] as number;
    const lineEnd = this.text.indexOf('\n', lineStart);
    const sourceLine = this.text.slice(lineStart, lineEnd < 0 ? this.text.length : lineEnd);
    return {
      line: index + 1,
      column: start - lineStart + 1,
      start,
      end,
      sourceLine: sourceLine.replace(/\r$/, ''),
    };
  }

  /** The span as bound expressions carry it, for errors when the job runs. */
  span(node: Span): ExprSpan {
    const { start, end } = node;
    const index = this.#lineOf(start);
    const column = start - (this.#lineStarts[index] as number) + 1;
    return { start, end, line: index + 1, column };
  }

  error(code: ErrorCode, reason: string, at: Span, hint?: string): MillraceError {
    const place = this.place(at);
    return new MillraceError(code, reason, { place, ...(hint === undefined ? {} : { hint }) });
  }

  unsupported(what: string, at: Span, hint?: string): MillraceError {
    return this.error('PLAN_UNSUPPORTED', `${what} is not run yet`, at, hint);
  }

  /** Runs a step that knows offsets at most, and completes the place of its error. */
  locate<T>(at: Span, step: () => T): T {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof MillraceError) || error.place?.sourceLine !== undefined) throw error;
      const { code, reason, hint, cause, place } = error;
      const span =
        place?.start === undefined ? at : { start: place.start, end: place.end ?? at.end };
      const detail = { place: this.place(span), cause, ...(hint === undefined ? {} : { hint }) };
      throw new MillraceError(code, reason, detail);
    }
  }

  #lineOf(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#lineStarts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

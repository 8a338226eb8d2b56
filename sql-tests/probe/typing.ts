/** The type that this engine gives an expression over the world; undefined where it takes none. */
import { MillraceError } from '../../conf/errors/error.js';
import { bindContext } from '../../planner/binder/bind.js';
import { ExpressionBinder } from '../../planner/binder/expression.js';
import { Scope } from '../../planner/binder/scope.js';
import { parseExpression, parseStatement } from '../../planner/parser/parse.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { queryOf } from './keyed.js';
import { plannerSession, TABLE, type World } from './world.js';

/** Types that stand for each other in a hole. */
export type Kind =
  | 'bool'
  | 'int'
  | 'decimal'
  | 'double'
  | 'text'
  | 'bin'
  | 'date'
  | 'time'
  | 'stamp'
  | 'months'
  | 'millis'
  | 'array'
  | 'map'
  | 'row'
  | 'variant'
  | 'bitmap'
  | 'null';

const KINDS: Readonly<Record<string, Kind>> = {
  BOOLEAN: 'bool',
  TINYINT: 'int',
  SMALLINT: 'int',
  INTEGER: 'int',
  BIGINT: 'int',
  DECIMAL: 'decimal',
  FLOAT: 'double',
  DOUBLE: 'double',
  CHAR: 'text',
  VARCHAR: 'text',
  BINARY: 'bin',
  VARBINARY: 'bin',
  DATE: 'date',
  TIME_WITHOUT_TIME_ZONE: 'time',
  TIMESTAMP_WITHOUT_TIME_ZONE: 'stamp',
  TIMESTAMP_WITH_LOCAL_TIME_ZONE: 'stamp',
  INTERVAL_YEAR_MONTH: 'months',
  INTERVAL_DAY_TIME: 'millis',
  ARRAY: 'array',
  MAP: 'map',
  ROW: 'row',
  STRUCTURED_TYPE: 'row',
  VARIANT: 'variant',
  BITMAP: 'bitmap',
  NULL: 'null',
};

export function kindOf(type: LogicalType): Kind {
  return KINDS[type.root] ?? 'null';
}

export class Typing {
  readonly #session = plannerSession();
  readonly #scope: Scope;

  constructor(world: World) {
    const names = world.columns.map(({ name }) => name);
    this.#scope = Scope.of([TABLE], names, world.columns);
    this.#session.prepare(parseStatement(world.ddl), world.ddl);
  }

  /** Whether this engine takes a query of the aggregate. */
  takesAggregate(sql: string): boolean {
    const query = queryOf('groups', [sql]);
    try {
      this.#session.prepare(parseStatement(query), query);
      return true;
    } catch (error) {
      if (error instanceof MillraceError) return false;
      throw error;
    }
  }

  kind(sql: string): Kind | undefined {
    const { catalog, configuration } = this.#session;
    const context = bindContext(catalog, configuration, sql);
    try {
      const binder = new ExpressionBinder(context, this.#scope, () => undefined);
      return kindOf(binder.bind(parseExpression(sql)).type);
    } catch (error) {
      if (error instanceof MillraceError) return undefined;
      throw error;
    }
  }
}

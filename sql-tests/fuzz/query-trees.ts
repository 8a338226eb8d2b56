/** Random syntax trees of queries. */
import type { FromItem, TableAlias } from '../../planner/parser/ast/from.js';
import type { Hint, HintOption, HintValue } from '../../planner/parser/ast/hint.js';
import type { MatchRecognize, Pattern } from '../../planner/parser/ast/match.js';
import type {
  CommonTable,
  GroupBy,
  GroupItem,
  Query,
  QueryBody,
  Select,
  SelectItem,
} from '../../planner/parser/ast/query.js';
import { ExpressionTrees } from './expression-trees.js';
import { at } from './literal-trees.js';

export class QueryTrees extends ExpressionTrees {
  query(depth: number): Query {
    return {
      kind: 'query',
      with: this.chance(15) ? this.commonTables(depth - 1) : [],
      body: this.body(depth),
      orderBy: this.chance(20) ? this.many(1, 2, () => this.orderItem(depth - 1)) : [],
      offset: this.maybe(10, () => this.expression(0)),
      limit: this.maybe(20, () => this.expression(0)),
      ...at,
    };
  }

  private commonTables(depth: number): CommonTable[] {
    const recursive = this.chance(20);
    return this.many(1, 2, () => {
      const columns = this.many(0, 2, () => this.identifier());
      const query = this.query(depth);
      return { kind: 'commonTable', recursive, name: this.identifier(), columns, query, ...at };
    });
  }

  private body(depth: number): QueryBody {
    if (depth <= 0) return { kind: 'explicitTable', name: this.objectName(), ...at };
    switch (this.random.nextInt(0, 5)) {
      case 0: {
        const rows = this.many(1, 3, () => {
          const items = this.many(1, 3, () => this.expression(depth - 1));
          return { kind: 'valuesRow', items, ...at } as const;
        });
        return { kind: 'values', rows, ...at };
      }
      case 1: {
        const operator = this.pick(['UNION', 'INTERSECT', 'EXCEPT'] as const);
        const operands = this.many(2, 3, () => this.operand(depth - 1));
        return { kind: 'setOperation', operator, all: this.chance(50), operands, ...at };
      }
      default:
        return this.select(depth);
    }
  }

  /** A nested query stays one only when it has something of its own. */
  private operand(depth: number): QueryBody {
    if (!this.chance(20)) return this.body(depth);
    return { ...this.query(depth), orderBy: [this.orderItem(0)] };
  }

  private select(depth: number): Select {
    const one = () => this.expression(depth - 1);
    return {
      kind: 'select',
      hints: this.hints(10),
      quantifier: this.pick([undefined, undefined, 'ALL', 'DISTINCT'] as const),
      items: this.many(1, 3, () => this.selectItem(depth - 1)),
      from: this.maybe(80, () => this.from(depth - 1)),
      where: this.maybe(40, one),
      groupBy: this.maybe(30, () => this.groupBy(depth - 1)),
      having: this.maybe(15, one),
      windows: this.chance(10)
        ? this.many(1, 2, () => {
            const window = this.window(depth - 1);
            return { kind: 'namedWindow', name: this.identifier(), window, ...at } as const;
          })
        : [],
      qualify: this.maybe(10, one),
      ...at,
    };
  }

  private selectItem(depth: number): SelectItem {
    if (this.chance(20)) {
      return { kind: 'star', qualifier: this.many(0, 2, () => this.identifier()), ...at };
    }
    const alias = this.maybe(40, () => this.identifier());
    return { kind: 'selectExpression', expression: this.expression(depth), alias, ...at };
  }

  private groupBy(depth: number): GroupBy {
    const quantifier = this.pick([undefined, undefined, 'ALL', 'DISTINCT'] as const);
    return { kind: 'groupBy', quantifier, items: this.many(1, 3, () => this.group(depth)), ...at };
  }

  private group(depth: number): GroupItem {
    if (this.chance(20) && depth > 0) {
      const form = this.pick(['GROUPING SETS', 'ROLLUP', 'CUBE'] as const);
      return {
        kind: 'groupSets',
        form,
        items: this.many(1, 3, () => this.group(depth - 1)),
        ...at,
      };
    }
    const items = this.many(2, 3, () => this.expression(depth));
    if (this.chance(20)) return { kind: 'groupSet', items: this.chance(30) ? [] : items, ...at };
    const expression = this.expression(depth);
    return expression.kind === 'row' ? this.literal() : expression;
  }

  /* FROM. */

  private alias(percent: number): TableAlias | undefined {
    return this.maybe(percent, () => {
      const columns = this.chance(30) ? this.many(1, 3, () => this.identifier()) : [];
      return { kind: 'tableAlias', name: this.identifier(), columns, ...at };
    });
  }

  from(depth: number): FromItem {
    const kind = depth <= 0 ? 0 : this.random.nextInt(0, 9);
    const alias = this.alias(50);
    const lateral = this.chance(40);
    switch (kind) {
      case 3:
        return { kind: 'derivedTable', lateral, query: this.query(depth - 1), alias, ...at };
      case 4:
        return this.tableFunction(depth - 1);
      case 5: {
        const operands = this.many(1, 2, () => this.expression(depth - 1));
        return { kind: 'unnest', lateral, operands, ordinality: this.chance(30), alias, ...at };
      }
      case 6:
        return this.match(depth - 1);
      case 7:
      case 8:
      case 9:
        return this.join(depth - 1);
      default: {
        const asOf = this.maybe(20, () => this.expression(depth - 1));
        return {
          kind: 'table',
          name: this.objectName(),
          hints: this.hints(15),
          asOf,
          alias,
          ...at,
        };
      }
    }
  }

  private join(depth: number): FromItem {
    const sides = { left: this.from(depth), right: this.from(depth) };
    const none = { on: undefined, using: [], ...at };
    if (this.chance(25)) {
      const comma = this.chance(50);
      return { kind: 'join', type: 'CROSS', comma, natural: false, ...sides, ...none };
    }
    const type = this.pick(['INNER', 'LEFT', 'RIGHT', 'FULL'] as const);
    const base = { kind: 'join', type, comma: false, ...sides } as const;
    if (this.chance(15)) return { ...base, natural: true, ...none };
    if (this.chance(20)) {
      const using = this.many(1, 2, () => this.identifier());
      return { ...base, natural: false, on: undefined, using, ...at };
    }
    return { ...base, natural: false, on: this.expression(depth), using: [], ...at };
  }

  private tableFunction(depth: number): FromItem {
    const source = this.chance(70) ? this.objectName() : this.query(depth);
    const table = {
      kind: 'tableArgument',
      source,
      partitionBy: this.many(0, 2, () => this.expression(depth)),
      orderBy: this.many(0, 1, () => this.orderItem(depth)),
      ...at,
    } as const;
    const columns = this.many(1, 2, () => this.identifier());
    const descriptor = { kind: 'descriptor', columns, ...at } as const;
    const model = { kind: 'modelArgument', name: this.objectName(), ...at } as const;
    const args = this.pick([
      [table, descriptor, this.literal()],
      [table, model, descriptor],
      [{ kind: 'namedArgument', name: this.identifier(), value: table, ...at } as const],
      [],
    ]);
    const call = this.bareCall(this.objectName(), args);
    return { kind: 'tableFunction', lateral: this.chance(50), call, alias: this.alias(50), ...at };
  }

  protected hints(percent: number): Hint[] {
    if (!this.chance(percent)) return [];
    return this.many(1, 2, () => {
      const args = this.many(0, 2, () => this.hintArgument());
      return { kind: 'hint', name: this.identifier(), args, ...at };
    });
  }

  private hintArgument(): HintValue | HintOption {
    const key = this.chance(50) ? this.identifier() : this.string();
    if (this.chance(40)) return key;
    const number = { kind: 'number', text: '7', ...at } as const;
    const value = this.pick([this.string(), this.identifier(), number]);
    return { kind: 'hintOption', key, value, ...at };
  }

  /* MATCH_RECOGNIZE. */

  private match(depth: number): MatchRecognize {
    const one = () => this.expression(depth);
    const anchored = this.chance(10);
    return {
      kind: 'matchRecognize',
      input: this.from(depth),
      partitionBy: this.many(0, 2, one),
      orderBy: this.many(0, 1, () => this.orderItem(depth)),
      measures: this.many(0, 2, () => {
        return {
          kind: 'measure',
          expression: this.measured(depth),
          alias: this.identifier(),
          ...at,
        };
      }),
      rows: this.pick([undefined, 'ONE ROW', 'ALL ROWS'] as const),
      after: this.maybe(50, () => {
        const skip = this.pick(['TO NEXT ROW', 'PAST LAST ROW', 'TO FIRST', 'TO LAST'] as const);
        const variable = skip.endsWith('ROW') ? undefined : this.identifier();
        return { kind: 'afterMatch', skip, variable, ...at };
      }),
      pattern: this.pattern(3),
      anchoredStart: anchored,
      anchoredEnd: anchored,
      within: this.maybe(20, one),
      subsets: this.many(0, 1, () => {
        const variables = this.many(1, 2, () => this.identifier());
        return { kind: 'patternSubset', name: this.identifier(), variables, ...at };
      }),
      definitions: this.many(1, 2, () => {
        return { kind: 'patternDefinition', name: this.identifier(), condition: one(), ...at };
      }),
      alias: this.alias(50),
      ...at,
    };
  }

  private measured(depth: number) {
    const operand = this.bareCall(this.named('LAST'), [this.expression(depth)]);
    if (this.chance(60)) return operand;
    const semantics = this.pick(['FINAL', 'RUNNING'] as const);
    return { kind: 'matchSemantics', semantics, operand, ...at } as const;
  }

  private pattern(depth: number): Pattern {
    const inner = () => this.pattern(depth - 1);
    const kind = depth <= 0 ? 9 : this.random.nextInt(0, 9);
    if (kind < 3) {
      const form = this.pick(['sequence', 'alternation', 'permute'] as const);
      return { kind: 'patternList', form, parts: this.many(2, 3, inner), ...at };
    }
    if (kind < 5) {
      const [min, max] = this.pick([
        [0, undefined],
        [1, undefined],
        [0, 1],
        [2, 2],
        [1, 3],
        [4, undefined],
      ] as const);
      const reluctant = this.chance(30);
      return { kind: 'patternRepeat', pattern: inner(), min, max, reluctant, ...at };
    }
    if (kind === 5) return { kind: 'patternExclusion', pattern: inner(), ...at };
    return { kind: 'patternVariable', name: this.identifier(), ...at };
  }
}

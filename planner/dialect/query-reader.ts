/** Reads queries: SELECT, set operations, WITH, ORDER BY and LIMIT. */
import type { Expression } from '../parser/ast/expression.js';
import type { Identifier } from '../parser/ast/node.js';
import type {
  CommonTable,
  GroupBy,
  GroupItem,
  Query,
  QueryBody,
  Select,
  SelectItem,
  SetOperation,
  Values,
  ValuesRow,
} from '../parser/ast/query.js';
import type { NamedWindow } from '../parser/ast/window.js';
import { FromReader } from './from-reader.js';
import { isProperties, type TreeNode } from './tree-reader.js';

type Operator = SetOperation['operator'];

/** An operand of set operations, and the operator before it. */
interface Term {
  readonly operator: Operator | undefined;
  readonly all: boolean;
  readonly body: QueryBody;
}

type Tail = Pick<Query, 'orderBy' | 'limit' | 'offset'>;

const NO_TAIL: Tail = { orderBy: [], limit: undefined, offset: undefined };

export abstract class QueryReader extends FromReader {
  protected abstract parseExpression(text: string): unknown;

  protected expressionOfText(text: string): Expression {
    return this.expression(this.parseExpression(text));
  }

  protected isQuery(value: unknown): boolean {
    if (!isProperties(value)) return false;
    return isProperties(value.ast) || value.type === 'select' || value.type === 'union';
  }

  protected queryIn(value: unknown): Query {
    if (isProperties(value) && isProperties(value.ast)) {
      const { ast, parentheses, tableList, columnList, ...more } = value;
      this.node(more).done();
      return this.queryIn(ast);
    }
    return this.spanned((): Query => {
      const node = this.node(value);
      if (node.type === 'values') return this.query([], this.valuesNode(node), NO_TAIL);
      if (node.type !== 'select') this.refuse(`${node.type.toUpperCase() || 'What stands'} here`);
      const commonTables = this.commonTables(node.list('with'));
      const terms: Term[] = [];
      let tail = this.term(node, undefined, terms);
      let last = node;
      while (last.has('_next')) {
        const operator = String(last.get('set_op')).toUpperCase();
        const outer = this.outerTail(last);
        const next = this.node(last.get('_next'));
        last.done();
        last = next;
        if (hasTail(tail)) this.refuse('ORDER BY or LIMIT before a set operation');
        tail = this.term(last, operator, terms);
        if (hasTail(outer)) tail = outer;
      }
      last.done();
      return this.query(commonTables, this.setOperations(terms), tail);
    });
  }

  private query(commonTables: readonly CommonTable[], body: QueryBody, tail: Tail): Query {
    if (body.kind === 'query' && commonTables.length === 0 && !hasTail(tail)) return body;
    return { kind: 'query', with: commonTables, body, ...tail, ...this.ledger.last };
  }

  /** ORDER BY and LIMIT behind operands in parentheses. */
  private outerTail(node: TreeNode): Tail {
    if (!node.has('_orderby') && !node.has('_limit')) return NO_TAIL;
    const orderBy = this.orderItems(node.list('_orderby'));
    return { ...NO_TAIL, orderBy, ...this.limits(node, '_limit') };
  }

  /** Adds an operand; gives the ORDER BY and LIMIT that may belong to the whole. */
  private term(node: TreeNode, written: string | undefined, terms: Term[]): Tail {
    const [, name, quantifier = ''] = /^(\w+)\s*(.*)$/.exec(written ?? '') ?? [];
    if (written !== undefined) this.keyword(written);
    const operator = name === 'MINUS' ? 'EXCEPT' : (name as Operator | undefined);
    const known = ['UNION', 'EXCEPT', 'INTERSECT', undefined].includes(operator);
    if (!known || !['', 'ALL', 'DISTINCT'].includes(quantifier)) this.refuse(written ?? '');
    const inParentheses =
      node.get('parentheses_symbol') === true || node.get('parentheses') === true;
    const select = this.spanned(() => this.select(node));
    const { top, ...body } = select;
    const tail = this.tail(node);
    const all = quantifier === 'ALL';
    // TOP belongs to its SELECT, ORDER BY to the whole, unless that is all there is.
    const own = inParentheses || (written === undefined && !node.has('_next'));
    const limited = { ...(own ? tail : NO_TAIL), ...(top === undefined ? {} : { limit: top }) };
    const inner = hasTail(limited) && (inParentheses || !own);
    terms.push({ operator, all, body: inner ? this.query([], body, limited) : body });
    return inParentheses ? NO_TAIL : own ? limited : tail;
  }

  private tail(node: TreeNode): Tail {
    const orderBy = this.orderItems(node.list('orderby'));
    const { limit, offset } = this.limits(node, 'limit');
    return { orderBy, limit, offset };
  }

  /** INTERSECT binds more strongly. */
  private setOperations(terms: readonly Term[]): QueryBody {
    const run = (operators: readonly Operator[], from: readonly Term[]): Term[] => {
      const done: Term[] = [];
      for (const term of from) {
        const before = done.at(-1);
        const { operator, all } = term;
        if (before !== undefined && operator !== undefined && operators.includes(operator)) {
          done[done.length - 1] = {
            ...before,
            body: joined(before.body, operator, all, term.body),
          };
        } else done.push(term);
      }
      return done;
    };
    const [whole] = run(['UNION', 'EXCEPT'], run(['INTERSECT'], terms));
    return (whole as Term).body;
  }

  /** RECURSIVE stands at the first one, and is said of all. */
  private commonTables(values: readonly unknown[]): CommonTable[] {
    const tables = values.map((table) => this.commonTable(table));
    const recursive = tables[0]?.recursive ?? false;
    return tables.map((table) => ({ ...table, recursive }));
  }

  private commonTable(value: unknown): CommonTable {
    return this.read(value, (node) => {
      const recursive = node.get('recursive') === true;
      if (recursive) this.ledger.take('RECURSIVE');
      const name = this.identifier(node.get('name'));
      const columns = node.list('columns').map((column) => this.columnName(column));
      const query = this.queryIn(node.get('stmt'));
      const { start } = name;
      return { kind: 'commonTable', recursive, name, columns, query, start, end: query.end };
    });
  }

  /** A name, or a column_ref that is no more than one. */
  protected columnName(value: unknown): Identifier {
    if (!isProperties(value) || value.type !== 'column_ref') return this.identifier(value);
    return this.read(value, (node) => this.identifier(node.get('column')));
  }

  /* SELECT. */

  private select(node: TreeNode): Select & { top: Expression | undefined } {
    this.keyword('SELECT');
    const top = node.has('top') ? this.top(node.get('top')) : undefined;
    const quantifier = this.quantifier(node.get('distinct'));
    const columns = node.get('columns');
    const items = columns === '*' ? [this.star([])] : this.items(node.list('columns'));
    const from = this.fromItems(node.list('from'));
    const where = node.has('where') ? this.expression(node.get('where')) : undefined;
    const groupBy = node.has('groupby') ? this.groupBy(node.get('groupby'), items) : undefined;
    const having = node.has('having') ? this.having(node.get('having')) : undefined;
    const qualify = node.has('qualify') ? this.expression(node.get('qualify')) : undefined;
    const windows = node.has('window') ? this.windows(node.get('window')) : [];
    return {
      kind: 'select',
      hints: [],
      quantifier,
      items,
      from,
      where,
      groupBy,
      having,
      windows,
      qualify,
      top,
      ...this.ledger.last,
    };
  }

  private quantifier(value: unknown): Select['quantifier'] {
    const written = isProperties(value)
      ? this.read(value, (node) => {
          if (node.has('columns')) {
            this.refuse('DISTINCT ON', 'Number the rows with ROW_NUMBER() and keep the first.');
          }
          return node.raw.type;
        })
      : value;
    if (written === undefined || written === null) return undefined;
    const upper = String(written).toUpperCase();
    this.keyword(upper);
    if (upper === 'DISTINCT' || upper === 'ALL') return upper;
    return this.refuse(upper);
  }

  /** `TOP 5`, `TOP (5)`. */
  private top(value: unknown): Expression {
    return this.read(value, (node) => {
      node.pass('parentheses');
      return this.expression(node.get('value'));
    });
  }

  private items(values: readonly unknown[]): SelectItem[] {
    return values.map((value) => {
      if (value === '*') return this.star([]);
      return this.spanned(() => this.read(value, (node) => this.item(node)));
    });
  }

  private item(node: TreeNode): SelectItem {
    if (node.type === 'except' || node.type === 'replace') {
      this.refuse(`* ${node.type.toUpperCase()}`, 'Name the columns.');
    }
    if (node.type === 'cast') return this.castItem(node);
    const value = node.get('expr');
    if (isProperties(value) && (value.column === '*' || value.type === 'star')) {
      return this.read(value, (star) => {
        star.pass('column', 'value', 'expr');
        const parts = ['catalog', 'db', 'schema', 'table'].filter((key) => star.has(key));
        return this.star(parts.flatMap((key) => this.path(star.get(key))));
      });
    }
    const expression = this.expression(value);
    const alias = node.has('as') ? this.itemAlias(node.get('as')) : undefined;
    return { kind: 'selectExpression', expression, alias, ...this.ledger.last };
  }

  /** `"a"::int + 1 AS x`: the item is the cast itself, and what follows its `tail`. */
  private castItem(node: TreeNode): SelectItem {
    const { as, tail, ...cast } = node.raw;
    node.pass(...Object.keys(cast), 'tail');
    const value = isProperties(tail)
      ? this.read(tail, (rest) => {
          const operator = rest.get('operator');
          return { type: 'binary_expr', operator, left: cast, right: rest.get('expr') };
        })
      : cast;
    const expression = this.expression(value);
    const alias = node.has('as') ? this.itemAlias(node.get('as')) : undefined;
    return { kind: 'selectExpression', expression, alias, ...this.ledger.last };
  }

  /** Some dialects let a string be an alias. */
  private itemAlias(value: unknown): Identifier {
    const token = this.marked(value);
    if (token?.kind !== 'string') return this.identifier(value);
    const { start, end } = this.ledger.take(String(value)) ?? this.ledger.last;
    return { kind: 'identifier', name: token.text, quoted: true, start, end };
  }

  private star(qualifier: readonly Identifier[]): SelectItem {
    const { start, end } = this.ledger.take('*') ?? this.ledger.last;
    return { kind: 'star', qualifier, start: qualifier[0]?.start ?? start, end };
  }

  private having(value: unknown): Expression {
    const [only] = Array.isArray(value) ? value : [value];
    return this.expression(only);
  }

  /* GROUP BY. */

  private groupBy(value: unknown, items: readonly SelectItem[]): GroupBy {
    return this.spanned(() => {
      const list = Array.isArray(value) ? { columns: value } : value;
      return this.read(list, (node): GroupBy => {
        const columns = node.list('columns');
        const groups = columns.map((column) => this.groupItem(column, items));
        const modifiers = node.list('modifiers').filter(isProperties);
        for (const modifier of modifiers) this.modifier(modifier);
        const sets = { kind: 'groupSets', form: 'ROLLUP', items: groups } as const;
        const given = modifiers.length === 0 ? groups : [{ ...sets, ...this.ledger.last }];
        return { kind: 'groupBy', quantifier: undefined, items: given, ...this.ledger.last };
      });
    });
  }

  /** WITH ROLLUP, behind all columns. */
  private modifier({ value }: Readonly<Record<string, unknown>>): void {
    const words = String(value).toUpperCase();
    if (words !== 'WITH ROLLUP') this.refuse(words);
    this.keyword('ROLLUP');
  }

  private groupItem(value: unknown, items: readonly SelectItem[]): GroupItem {
    if (isProperties(value) && value.type === 'origin') this.refuse(`GROUP BY ${value.value}`);
    const expression = this.expression(value);
    if (expression.kind === 'number' && this.dialect.groupByPosition) {
      const item = items[Number(expression.text) - 1];
      if (item?.kind === 'selectExpression') return item.expression;
      this.refuse(`GROUP BY ${expression.text}`, 'Name the column.');
    }
    if (expression.kind === 'call' && expression.name.parts.length === 1) {
      const form = expression.name.parts[0]?.name.toUpperCase();
      const { start, end } = expression;
      if (form === 'ROLLUP' || form === 'CUBE') {
        const sets = expression.args as readonly Expression[];
        return { kind: 'groupSets', form, items: sets, start, end };
      }
    }
    return expression;
  }

  private windows(value: unknown): NamedWindow[] {
    return this.read(value, (node) => {
      node.pass('keyword');
      return node.list('expr').map((each) =>
        this.read(each, (named): NamedWindow => {
          const name = this.identifier(named.get('name'));
          const window = this.windowOf(named.get('as_window_specification'));
          if (window.kind !== 'window') return this.refuse('A window that is another');
          return { kind: 'namedWindow', name, window, start: name.start, end: window.end };
        }),
      );
    });
  }

  /* LIMIT. */

  /** `{seperator, value}` as the library spells it, or `{offset, fetch}`. */
  private limits(node: TreeNode, key: string): Pick<Tail, 'limit' | 'offset'> {
    if (!node.has(key)) return NO_TAIL;
    return this.read(node.get(key), (limit) => {
      if (limit.has('fetch') || limit.has('offset')) {
        const offset = limit.has('offset') ? this.count(limit.get('offset')) : undefined;
        return { offset, limit: limit.has('fetch') ? this.count(limit.get('fetch')) : undefined };
      }
      const separator = String(limit.get('seperator') ?? '').toLowerCase();
      const values = limit.list('value').map((value) => {
        const all = isProperties(value) && value.type === 'origin';
        if (all) this.keyword('ALL');
        return all ? undefined : this.expression(value);
      });
      const [first, second] = values;
      if (separator === ',' && values.length === 2) return { offset: first, limit: second };
      if (separator === 'offset' && values.length === 1) return { offset: first, limit: undefined };
      return { limit: first, offset: second };
    });
  }

  /** `OFFSET 5 ROWS`, `FETCH NEXT 5 ROWS ONLY`. */
  private count(value: unknown): Expression {
    return this.read(value, (node) => {
      for (const key of ['prefix', 'suffix']) {
        for (const word of node.list(key)) {
          if (!isProperties(word)) this.refuse('This FETCH or OFFSET');
        }
      }
      return this.expression(node.get('value'));
    });
  }

  /* VALUES. */

  protected valuesNode(node: TreeNode): Values {
    return this.spanned((): Values => {
      this.keyword('VALUES');
      node.pass('prefix');
      const rows = node.list('values').map((row) =>
        this.spanned(() =>
          this.read(row, (list): ValuesRow => {
            list.pass('prefix', 'parentheses');
            const items = this.expressions(list.list('value'));
            return { kind: 'valuesRow', items, ...this.ledger.last };
          }),
        ),
      );
      node.done();
      return { kind: 'values', rows, ...this.ledger.last };
    });
  }
}

/** A run of one operator and one quantifier is one node. */
function joined(left: QueryBody, operator: Operator, all: boolean, right: QueryBody): SetOperation {
  const joins = left.kind === 'setOperation' && left.operator === operator && left.all === all;
  const operands = joins ? [...left.operands, right] : [left, right];
  return { kind: 'setOperation', operator, all, operands, start: left.start, end: right.end };
}

function hasTail({ orderBy, limit, offset }: Tail): boolean {
  return orderBy.length > 0 || limit !== undefined || offset !== undefined;
}

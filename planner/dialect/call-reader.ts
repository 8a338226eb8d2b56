/** Reads calls, aggregates and windows; what a name means in Flink is told by `functions/`. */
import type { Expression } from '../parser/ast/expression.js';
import type { Identifier, ObjectName } from '../parser/ast/node.js';
import type { OrderItem } from '../parser/ast/query.js';
import type { Frame, FrameBound, WindowSpecification } from '../parser/ast/window.js';
import { callableWords, isReserved } from '../parser/keyword.js';
import { call } from './build.js';
import { Call, type Clauses } from './call.js';
import { ExpressionReader } from './expression-reader.js';
import { rulesOf } from './functions/rules.js';
import { isProperties, type TreeNode } from './tree-reader.js';

const NO_CLAUSES: Clauses = {
  quantifier: undefined,
  orderBy: [],
  nulls: undefined,
  withinGroup: [],
  filter: undefined,
  over: undefined,
};

export abstract class CallReader extends ExpressionReader {
  protected call(node: TreeNode): Expression {
    switch (node.type) {
      case 'function':
      case 'aggr_func':
      case 'window_func':
      case 'any_value':
        return this.spanned(() => this.callOf(node));
      case 'extract':
        return this.spanned(() => this.extract(node));
      case 'star':
        return this.refuse("'*' here");
      default:
        return this.refuse(`What node-sql-parser calls '${node.type}'`);
    }
  }

  private callOf(node: TreeNode): Expression {
    node.pass('parentheses', 'separator');
    const name = this.calledName(node);
    const [last] = name.parts.slice(-1) as [Identifier];
    if (last.name.toUpperCase() === 'EXISTS' && !this.wasQuoted(last)) {
      return this.exists(node);
    }
    const { args, clauses } = this.argumentsOf(node);
    if (args.length === 1 && isStar(args[0])) return this.countRows(name, clauses);
    const niladic = node.raw.args === undefined || node.raw.args === null;
    const rule = this.wasQuoted(last) ? undefined : this.rule(name);
    const found = new Call(last.name, name, args, this, clauses);
    const result =
      rule === undefined
        ? { ...found.make(last.name, found.values()), name }
        : typeof rule === 'string'
          ? found.make(rule, found.values())
          : rule(found);
    found.done();
    if (rule === undefined && niladic && node.type === 'function') {
      return { ...call(last.name.toUpperCase(), [], name, false) };
    }
    return result;
  }

  private rule(name: ObjectName): ReturnType<typeof rulesOf>[string] | undefined {
    const [only, ...more] = name.parts;
    if (only === undefined || more.length > 0) return undefined;
    const rules = rulesOf(this.dialect.name);
    const key = only.name.toLowerCase();
    return Object.hasOwn(rules, key) ? rules[key] : undefined;
  }

  private calledName(node: TreeNode): ObjectName {
    const name = node.type === 'any_value' ? 'ANY_VALUE' : node.get('name');
    if (!isProperties(name)) {
      const found = this.identifier(name, true);
      return this.objectName([{ ...found, quoted: false }]);
    }
    return this.read(name, (named) => {
      const schema = named.has('schema') ? [this.identifier(named.get('schema'), true)] : [];
      const parts = [...schema, ...named.list('name').map((part) => this.identifier(part, true))];
      const [only] = parts;
      if (parts.length === 1 && only !== undefined && !this.wasQuoted(only)) {
        const word = only.name.toUpperCase();
        const quoted = isReserved(word) && !callableWords.has(word);
        return this.objectName([{ ...only, quoted }]);
      }
      return this.objectName(parts);
    });
  }

  private wasQuoted({ start, end }: Identifier): boolean {
    const written = this.source.text.slice(start, end);
    return this.dialect.nameQuotes.includes(written[0] ?? ' ');
  }

  private exists(node: TreeNode): Expression {
    const [query, ...more] = this.read(node.get('args'), (args) => args.list('value'));
    if (more.length > 0) this.refuse('EXISTS of several values');
    const found = this.queryIn(query);
    return { kind: 'exists', query: found, start: found.start, end: found.end };
  }

  private countRows(name: ObjectName, clauses: () => Clauses): Expression {
    const at = this.ledger.take('*') ?? this.ledger.last;
    const star = { kind: 'starArgument', start: at.start, end: at.end } as const;
    const [{ name: called }] = name.parts.slice(-1) as [Identifier];
    return { ...call(called.toUpperCase(), [star], name), ...clauses() };
  }

  /** The arguments, unread, and the clauses, which are read after them. */
  private argumentsOf(node: TreeNode): { args: readonly unknown[]; clauses: () => Clauses } {
    const written = node.get('args');
    let inner: TreeNode | undefined;
    let args: readonly unknown[] = [];
    if (isProperties(written) && written.type === 'expr_list') {
      inner = this.node(written);
      args = inner.list('value');
    } else if (isProperties(written) && written.type !== undefined) {
      args = [written];
    } else if (isProperties(written)) {
      inner = this.node(written);
      const only = inner.get('expr');
      args = isProperties(only) && only.type === 'expr_list' ? this.valuesOf(only) : [only];
    } else if (Array.isArray(written)) {
      args = written;
    }
    inner?.pass('parentheses');
    const distinct = inner?.get('distinct');
    if (distinct !== undefined && distinct !== '') this.keyword(String(distinct));
    const separator = inner && this.separator(inner);
    if (separator !== undefined) args = [...args, separator];
    const clauses = (): Clauses => {
      const orderBy = inner?.has('orderby') ? this.orderItems(inner.list('orderby')) : [];
      const within = node.list('within_group_orderby');
      const result = {
        ...NO_CLAUSES,
        quantifier: distinct === undefined || distinct === '' ? undefined : ('DISTINCT' as const),
        orderBy,
        nulls: this.nullTreatment(node),
        withinGroup: this.orderItems(within),
        filter: node.has('filter') ? this.filter(node.get('filter')) : undefined,
        over: node.has('over') ? this.over(node.get('over')) : undefined,
      };
      inner?.done();
      return result;
    };
    return { args, clauses };
  }

  private valuesOf(list: Readonly<Record<string, unknown>>): readonly unknown[] {
    return this.read(list, (node) => {
      node.pass('parentheses');
      return node.list('value');
    });
  }

  /** Of STRING_AGG, LISTAGG and GROUP_CONCAT: `{symbol, delimiter}` or `{keyword, value}`. */
  private separator(args: TreeNode): unknown {
    const separator = args.get('separator');
    if (!isProperties(separator)) return undefined;
    return this.read(separator, (node) => {
      node.pass('symbol');
      this.keyword(node.text('keyword') ?? '');
      return node.get('delimiter') ?? node.get('value');
    });
  }

  private nullTreatment(node: TreeNode): 'RESPECT' | 'IGNORE' | undefined {
    const written = node.text('consider_nulls');
    if (written === undefined || written === '') return undefined;
    this.keyword(written);
    return written.toUpperCase().startsWith('IGNORE') ? 'IGNORE' : 'RESPECT';
  }

  private filter(value: unknown): Expression {
    return this.read(value, (node) => {
      node.pass('keyword', 'parentheses');
      return this.expression(node.get('where'));
    });
  }

  /** `EXTRACT(unit FROM x)`. */
  private extract(node: TreeNode): Expression {
    node.pass('parentheses');
    this.keyword('EXTRACT');
    const args = this.node(node.get('args'));
    const units = [args.get('field'), args.get('source')];
    args.pass('cast_type');
    args.done();
    const rule = rulesOf(this.dialect.name).extract;
    const found = new Call('EXTRACT', this.ledger.last, units, this, () => NO_CLAUSES);
    if (typeof rule === 'function') return rule(found);
    return found.make('EXTRACT', [found.unit(), found.value()]);
  }

  /* Order and windows. */

  orderItems(items: readonly unknown[]): OrderItem[] {
    return items.map((item) => this.read(item, (node) => this.orderItem(node)));
  }

  private orderItem(node: TreeNode): OrderItem {
    const expression = this.expression(node.get('expr'));
    const { type } = node;
    const direction = type === 'ASC' || type === 'DESC' ? type : undefined;
    if (direction === 'DESC') this.keyword('DESC');
    const written = node.text('nulls');
    let nulls: OrderItem['nulls'];
    if (written !== undefined && written !== '') {
      this.keyword(written);
      nulls = /first/i.test(written) ? 'FIRST' : /last/i.test(written) ? 'LAST' : undefined;
    }
    nulls ??= this.usualNulls(direction === 'DESC');
    const { start } = expression;
    const { end } = this.ledger.last;
    return { kind: 'orderItem', expression, direction, nulls, start, end: Math.max(start, end) };
  }

  /** Nulls are the lowest values in Flink; where a dialect has it otherwise, it is written out. */
  private usualNulls(descending: boolean): OrderItem['nulls'] {
    switch (this.dialect.nulls) {
      case 'lowest':
        return undefined;
      case 'highest':
        return descending ? 'FIRST' : 'LAST';
      case 'last':
        return descending ? undefined : 'LAST';
    }
  }

  private over(value: unknown): WindowSpecification | Identifier {
    return this.read(value, (node) => {
      node.pass('keyword');
      return this.windowOf(node.get('as_window_specification'));
    });
  }

  protected windowOf(value: unknown): WindowSpecification | Identifier {
    if (!isProperties(value)) return this.identifier(value);
    return this.read(value, (outer) => {
      outer.pass('parentheses');
      return this.spanned(() =>
        this.read(outer.get('window_specification') ?? {}, (node) => this.specification(node)),
      );
    });
  }

  private specification(node: TreeNode): WindowSpecification {
    const base = node.has('name') ? this.identifier(node.get('name')) : undefined;
    const partitionBy = node.list('partitionby').map((item) => {
      if (!isProperties(item) || item.expr === undefined) return this.expression(item);
      return this.read(item, (each) => this.expression(each.get('expr')));
    });
    const orderBy = this.orderItems(node.list('orderby'));
    const written = node.get('window_frame_clause');
    const frame = written === undefined ? undefined : this.frame(written);
    return { kind: 'window', base, partitionBy, orderBy, frame, ...this.ledger.last };
  }

  /** `ROWS BETWEEN a AND b` as an operator, or `{type: 'rows', expr}`. */
  private frame(value: unknown): Frame {
    return this.spanned(() =>
      this.read(value, (node): Frame => {
        const between = node.type === 'binary_expr';
        const unit = between
          ? this.read(node.get('left'), (left) => String(left.get('value')))
          : node.type;
        const upper = unit.toUpperCase();
        if (upper !== 'ROWS' && upper !== 'RANGE') return this.refuse(`A frame of ${upper}`);
        this.keyword(upper);
        if (!between) {
          const from = this.bound(node.get('expr'));
          return { kind: 'frame', unit: upper, from, to: undefined, ...this.ledger.last };
        }
        if (node.get('operator') !== 'BETWEEN') return this.refuse('This frame');
        this.keyword('BETWEEN');
        const [first, last] = this.read(node.get('right'), (list) => list.list('value'));
        const from = this.bound(first);
        this.keyword('AND');
        const to = this.bound(last);
        return { kind: 'frame', unit: upper, from, to, ...this.ledger.last };
      }),
    );
  }

  /** The library keeps a bound as text: `UNBOUNDED PRECEDING`, `5 FOLLOWING`. */
  private bound(value: unknown): FrameBound {
    const text = isProperties(value) ? String(value.value) : String(value);
    const [, amount, direction] = /^(\S+)\s+(PRECEDING|FOLLOWING|ROW)$/i.exec(text.trim()) ?? [];
    const upper = (direction ?? '').toUpperCase();
    if (amount === undefined) return this.refuse(`The frame bound '${text}'`);
    return this.spanned((): FrameBound => {
      const at = this.ledger.last;
      if (/^(UNBOUNDED|CURRENT)$/i.test(amount)) {
        this.keyword(text);
        const bound = `${amount} ${upper}`.toUpperCase() as FrameBound['bound'];
        return { kind: 'frameBound', bound, offset: undefined, ...at };
      }
      const offset = this.expression({ type: 'number', value: amount });
      if (offset.kind !== 'number' || !/^[\d.]+$/.test(offset.text) || upper === 'ROW') {
        return this.refuse(`The frame bound '${text}'`);
      }
      this.keyword(upper);
      return { kind: 'frameBound', bound: upper as 'PRECEDING' | 'FOLLOWING', offset, ...at };
    });
  }
}

function isStar(value: unknown): boolean {
  if (!isProperties(value)) return value === '*';
  return (
    value.type === 'star' || (value.type === 'column_ref' && value.column === '*' && !value.table)
  );
}

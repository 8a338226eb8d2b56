/** Reads expressions that are no operators and no calls: names, literals, casts, CASE, arrays. */
import type { CaseBranch, Expression } from '../parser/ast/expression.js';
import type { DateTimeLiteral, IntervalUnit, TimeUnitArgument } from '../parser/ast/literal.js';
import type { Identifier } from '../parser/ast/node.js';
import { wrongDateTime } from '../parser/datetime.js';
import { binary, wholeNumber } from './build.js';
import { OperatorReader } from './operator-reader.js';
import { timeUnitNamed } from './time-units.js';
import { isProperties, type TreeNode } from './tree-reader.js';

const NO_VARIABLES = 'Write the value in its place.';

const intervalUnits: ReadonlySet<string> = new Set<IntervalUnit>([
  'YEAR',
  'QUARTER',
  'MONTH',
  'WEEK',
  'DAY',
  'HOUR',
  'MINUTE',
  'SECOND',
]);

export abstract class ExpressionReader extends OperatorReader {
  protected abstract call(node: TreeNode): Expression;

  protected operand(node: TreeNode): Expression {
    if (this.isQuery(node.raw)) {
      for (const key of Object.keys(node.raw)) node.pass(key);
      const query = this.queryIn(node.raw);
      return { kind: 'subquery', query, start: query.start, end: query.end };
    }
    switch (node.type) {
      case 'column_ref':
        return this.columnOrElement(node);
      case 'bool':
      case 'boolean':
      case 'null':
        return this.constant(node);
      case 'single_quote_string':
      case 'string':
      case 'var_string':
      case 'regex_string':
      case 'double_quote_string':
      case 'natural_string':
        return this.stringOrName(node);
      case 'bigint':
        return this.expression({ type: 'number', value: node.get('value') });
      case 'date':
      case 'time':
      case 'timestamp':
      case 'datetime':
        return this.dateTime(node);
      case 'interval':
        return this.interval(node);
      case 'cast':
        return this.cast(node);
      case 'case':
        return this.spanned(() => this.caseOf(node));
      case 'expr_list':
        return this.row(node);
      case 'array':
        return this.spanned(() => this.array(node));
      case 'struct':
        return this.spanned(() => this.struct(node));
      case 'param':
      case 'var':
        return this.refuseNext('a parameter or variable', NO_VARIABLES);
      default:
        return this.call(node);
    }
  }

  /* Names. */

  private columnOrElement(node: TreeNode): Expression {
    if (node.list('notations').some((notation) => notation !== '.')) {
      return this.refuse("The path ':'", "Write a['b'] for the field b of a VARIANT.");
    }
    const parts: Identifier[] = [];
    const indexes: unknown[] = [];
    this.columnParts(node, parts, indexes);
    indexes.push(...node.list('array_index').map(indexOf));
    return this.elements(this.columnOf(parts), indexes);
  }

  /** BigQuery's columns hold columns, each with indexes and fields behind it. */
  private columnParts(node: TreeNode, parts: Identifier[], indexes: unknown[]): void {
    parts.push(...this.qualifier(node));
    const column = node.get('column');
    if (!isProperties(column) || !Array.isArray(column.offset)) {
      parts.push(this.identifier(column));
    } else {
      this.read(column, (inner) => {
        const name = inner.get('expr');
        if (isProperties(name) && name.type === 'column_ref') {
          this.read(name, (nested) => this.columnParts(nested, parts, indexes));
        } else parts.push(this.identifier(name));
        indexes.push(...inner.list('offset'));
      });
    }
    if (indexes.length === 0) {
      parts.push(...node.list('subFields').map((field) => this.identifier(field)));
    }
  }

  /** Schema and table before the name of a column. */
  private qualifier(node: TreeNode): Identifier[] {
    const parts = ['catalog', 'db', 'schema', 'table'].filter((key) => node.has(key));
    return parts.flatMap((key) => this.path(node.get(key)));
  }

  /** A quoted name is a path where the dialect has it so: `` `project.data.table` ``. */
  protected path(value: unknown): Identifier[] {
    const name = this.identifier(value);
    if (this.dialect.name !== 'bigquery' || !name.quoted) return [name];
    return name.name.split('.').map((part) => ({ ...name, name: part }));
  }

  private columnOf(parts: readonly Identifier[]): Expression {
    const [first] = parts;
    const { start } = first as Identifier;
    return { kind: 'column', parts, start, end: (parts.at(-1) as Identifier).end };
  }

  /** `a[i][j]`; Flink counts from 1. */
  private elements(operand: Expression, indexes: readonly unknown[]): Expression {
    let result = operand;
    for (const written of indexes) {
      const { base, value } = this.indexBase(written);
      const index = this.expression(value);
      const shifted =
        base === 1 || index.kind === 'string'
          ? index
          : index.kind === 'number'
            ? { ...index, text: String(Number(index.text) + 1) }
            : binary('+', index, wholeNumber(1, index));
      const { end } = this.ledger.last;
      result = { kind: 'item', operand: result, index: shifted, start: operand.start, end };
    }
    return result;
  }

  /** `OFFSET(i)` counts from 0, `ORDINAL(i)` from 1, whatever the dialect. */
  private indexBase(written: unknown): { base: 0 | 1; value: unknown } {
    if (isProperties(written) && typeof written.name === 'string') {
      return this.read(written, (node) => {
        const name = String(node.get('name')).toUpperCase();
        this.keyword(name);
        return { base: name.endsWith('OFFSET') ? 0 : 1, value: node.get('value') };
      });
    }
    return { base: this.dialect.indexBase, value: written };
  }

  /** A string, or a name where the dialect quotes names so and the library has them for strings. */
  private stringOrName(node: TreeNode): Expression {
    const value = node.get('value');
    node.pass('parentheses', 'prefix');
    const token = this.marked(value);
    // All strings of the text are marked: others are names that the library put in quotes.
    if (token?.kind !== 'string') return this.columnOf([this.identifier(value)]);
    const { start, end } = this.ledger.take(String(value)) ?? this.ledger.last;
    return { kind: 'string', value: token.text, start, end };
  }

  private constant(node: TreeNode): Expression {
    node.pass('parentheses');
    const value = node.get('value');
    const { start, end } = this.ledger.take(String(value ?? null)) ?? this.ledger.last;
    if (node.type === 'null') return { kind: 'null', start, end };
    return { kind: 'boolean', value: String(value).toUpperCase() === 'TRUE', start, end };
  }

  /* Dates and intervals. */

  private dateTime(node: TreeNode): DateTimeLiteral {
    return this.spanned(() => {
      node.pass('parentheses');
      this.keyword(node.type);
      const value = node.get('value');
      this.ledger.take(String(value));
      const text = this.marked(value)?.text ?? String(value);
      const written = node.type.toUpperCase();
      const instants = this.dialect.name === 'bigquery' && written === 'TIMESTAMP';
      if (instants) this.refuse('TIMESTAMP with a string', "Write CAST('…' AS TIMESTAMP).");
      const type = written === 'DATE' || written === 'TIME' ? written : 'TIMESTAMP';
      const whole = type === 'TIMESTAMP' && !text.includes(':') ? `${text} 00:00:00` : text;
      const shown = wrongDateTime(type, whole);
      if (shown !== undefined) {
        const reason = `${written} '${text}' is not of the form ${shown}`;
        throw this.error('PARSE_LITERAL', reason, this.ledger.last);
      }
      return { kind: 'datetime', type, text: whole, ...this.ledger.last };
    });
  }

  /** `INTERVAL 1 DAY`, `INTERVAL '1' DAY`, `INTERVAL '1 day'`. */
  private interval(node: TreeNode): Expression {
    return this.spanned((): Expression => {
      node.pass('parentheses');
      this.keyword('INTERVAL');
      const value = this.expression(node.get('expr'));
      const written = node.get('unit');
      let text =
        value.kind === 'string' || value.kind === 'number' ? literalText(value) : undefined;
      let unit = written === undefined || written === '' ? undefined : this.timeUnit(written).unit;
      if (unit === undefined && text !== undefined) {
        const [, amount, name, ...rest] = /^\s*([-+]?\d+)\s*([a-z]+)\s*(.*)$/i.exec(text) ?? [];
        if (rest.join('') !== '') this.refuse('An interval of several units', 'Add up intervals.');
        unit = timeUnitNamed(name ?? '', this.dialect.name);
        text = amount;
      }
      if (unit === undefined || !intervalUnits.has(unit)) {
        return this.refuse(`The interval's unit ${unit ?? ''}`.trim());
      }
      const from = unit as IntervalUnit;
      const { start, end } = value;
      const qualifier = {
        kind: 'intervalQualifier',
        from,
        precision: undefined,
        to: undefined,
        fraction: undefined,
        start,
        end,
      } as const;
      if (text === undefined) {
        return { kind: 'intervalOf', negative: false, operand: value, qualifier, start, end };
      }
      const negative = text.startsWith('-');
      const digits = text.replace(/^[-+]/, '');
      return { kind: 'interval', negative, text: digits, qualifier, start, end };
    });
  }

  timeUnit(value: unknown): TimeUnitArgument {
    const inner = isProperties(value) ? (value.value ?? value.column ?? value.name) : value;
    if (isProperties(inner)) return this.timeUnit(inner.expr ?? inner);
    const name = this.marked(inner)?.text ?? String(inner);
    const { start, end } = this.ledger.take(String(inner)) ?? this.ledger.last;
    const unit = timeUnitNamed(name, this.dialect.name);
    if (unit === undefined) return this.refuse(`The time unit '${name}'`);
    return { kind: 'timeUnit', unit, start, end };
  }

  /* What is made of others. */

  private cast(node: TreeNode): Expression {
    return this.spanned((): Expression => {
      node.pass('parentheses', 'symbol');
      const keyword = String(node.get('keyword') ?? 'cast').toLowerCase();
      const tries = keyword === 'try_cast' || keyword === 'safe_cast';
      if (!tries && keyword !== 'cast') this.refuse(keyword.toUpperCase());
      const operand = node.get('expr');
      const postfix = node.raw.symbol === '::';
      if (postfix && isProperties(operand) && operand.type === 'binary_expr') {
        if (operand.parentheses !== true) this.refuse("'::' behind an operator");
      }
      if (tries) this.keyword(keyword);
      let result = this.expression(operand);
      for (const target of node.list('target')) {
        if (postfix) this.keyword('::');
        const type = this.type(target);
        result = { kind: 'cast', tries, operand: result, type, ...this.ledger.last };
        result = { ...result, start: result.operand.start };
      }
      return result;
    });
  }

  private caseOf(node: TreeNode): Expression {
    node.pass('parentheses');
    const written = node.get('expr');
    const operand = written === undefined ? undefined : this.expression(written);
    const branches: CaseBranch[] = [];
    let otherwise: Expression | undefined;
    for (const arg of node.list('args')) {
      this.read(arg, (branch) => {
        if (branch.type === 'else') {
          otherwise = this.expression(branch.get('result'));
          return;
        }
        const when = this.expression(branch.get('cond'));
        const then = this.expression(branch.get('result'));
        const { start } = when;
        branches.push({ kind: 'branch', when: [when], then, start, end: then.end });
      });
    }
    return { kind: 'case', operand, branches, otherwise, ...this.ledger.last };
  }

  /** `(a, b)`; one value in parentheses is that value. */
  private row(node: TreeNode): Expression {
    const inParentheses = node.get('parentheses') === true;
    const items = this.expressions(node.list('value'));
    if (!inParentheses && items.length > 1) {
      // `ON a = b, c`: the table behind the comma.
      this.refuse('A list without parentheses', 'Write CROSS JOIN in place of a comma.');
    }
    const [first] = items;
    if (first === undefined) return this.refuse('An empty row');
    if (items.length === 1) return first;
    return this.spanned(() => ({
      kind: 'row' as const,
      explicit: false,
      items,
      start: first.start,
      end: (items.at(-1) as Expression).end,
    }));
  }

  /** `ARRAY[a, b]`, `[a, b]`. */
  private array(node: TreeNode): Expression {
    node.pass('parentheses', 'brackets');
    this.keyword(node.text('keyword') ?? '');
    if (node.has('definition')) this.refuse('The type before an array', 'Cast its elements.');
    const list = node.get('expr_list');
    if (this.isQuery(list)) {
      const query = this.queryIn(list);
      return { kind: 'collectionQuery', collection: 'ARRAY', query, ...this.ledger.last };
    }
    const values = isProperties(list)
      ? this.read(list, (each) => each.list('value'))
      : [...node.list('expr_list'), ...node.list('array_path')];
    const items = values.map((value) => {
      if (!isProperties(value) || value.type !== undefined) return this.expression(value);
      return this.read(value, (item) => this.expression(item.get('expr')));
    });
    return { kind: 'collection', collection: 'ARRAY', items, ...this.ledger.last };
  }

  /** `STRUCT(a, b)`: a row has no names for its fields. */
  private struct(node: TreeNode): Expression {
    node.pass('parentheses', 'keyword');
    const definition = node.get('definition');
    if (isProperties(definition)) this.refuse('STRUCT with types', 'Cast its fields.');
    this.keyword('STRUCT');
    const items = node.list('expr_list').map((value) =>
      this.read(value, (item) => {
        const expression = this.expression(item.get('expr'));
        if (item.has('as')) {
          this.refuse('STRUCT with names', 'Write CAST(ROW(a, b) AS ROW<name TYPE, …>).');
        }
        return expression;
      }),
    );
    return { kind: 'row', explicit: true, items, ...this.ledger.last };
  }
}

/** `{brackets, index}`, or the expression itself. */
function indexOf(value: unknown): unknown {
  if (!isProperties(value)) return value;
  return value.index ?? value.name ?? value.value ?? value;
}

function literalText(node: Expression & { kind: 'string' | 'number' }): string {
  return node.kind === 'string' ? node.value : node.text;
}

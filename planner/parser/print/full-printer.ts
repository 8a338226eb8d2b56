/**
 * Prints expressions and queries as Flink keeps them in its catalog: every name quoted and in full,
 * `*` spelled out, short forms written out (`CASE a WHEN 1` is `CASE WHEN a = 1`), each clause of a
 * query on a line of its own. The text means the same whatever is current when it is read.
 */
import type { FunctionCall, TableArgument } from '../ast/call.js';
import type { CaseExpression, Expression } from '../ast/expression.js';
import type { FromItem, Join, TableReference } from '../ast/from.js';
import type { JsonFunction } from '../ast/json.js';
import type { Identifier, ObjectName } from '../ast/node.js';
import type { GroupItem, Query, QueryBody, Select, SelectItem } from '../ast/query.js';
import type { SimpleType } from '../ast/type.js';
import { precedence } from '../precedence.js';
import { generatedAliases } from './generated-alias.js';
import { QueryPrinter } from './query-printer.js';
import { noNames, type ResolvedNames, type StarColumn } from './resolved-names.js';
import { quote, words } from './text-printer.js';

/** An expression over the columns of one table. */
export function fullExpression(node: Expression): string {
  return new FullPrinter(noNames(), new Map()).expression(node);
}

export function fullQuery(node: Query, names: ResolvedNames): string {
  return new FullPrinter(names, generatedAliases(node)).query(node);
}

class FullPrinter extends QueryPrinter {
  readonly #names: ResolvedNames;
  /** Aliases of the items of FROM that have none. */
  readonly #aliases: ReadonlyMap<FromItem, string>;
  /** In ORDER BY of a query names stay as they are: they may be those of its list. */
  #asWritten = false;

  constructor(names: ResolvedNames, aliases: ReadonlyMap<FromItem, string>) {
    super();
    this.#names = names;
    this.#aliases = aliases;
  }

  override identifier({ name }: Identifier): string {
    return quoteName(name);
  }

  /* Expressions. */

  protected override bare(node: Expression): string {
    switch (node.kind) {
      case 'column': {
        const found = this.#asWritten ? undefined : this.#names.columns.get(node);
        if (found === undefined) return this.path(node.parts);
        const own = this.path(node.parts.slice(found.depth));
        return `${this.#aliasOf(found.item)}.${own}`;
      }
      case 'unary':
        if (node.operator === 'NOT' || node.operand.kind === 'number') return super.bare(node);
        return `${node.operator} ${this.expression(node.operand, precedence.sign)}`;
      case 'between': {
        if (node.symmetric) return super.bare(node);
        return super.bare(node).replace('BETWEEN ', 'BETWEEN ASYMMETRIC ');
      }
      case 'case':
        return this.#case(node);
      case 'row':
        return `ROW(${this.expressions(node.items)})`;
      case 'number':
        return node.text.toUpperCase();
      case 'string':
        return quoteText(node.value);
      case 'bytes':
        return `X'${node.hex.toUpperCase()}'`;
      default:
        return super.bare(node);
    }
  }

  #case({ operand, branches, otherwise }: CaseExpression): string {
    const parts = branches.map(({ when, then: result }) => {
      const first = when[0] as Expression;
      const tested = operand && this.expression(operand, precedence.comparison);
      let condition = this.expression(first);
      if (tested !== undefined) {
        const above = precedence.comparison + 1;
        condition =
          when.length === 1
            ? `${tested} = ${this.expression(first, above)}`
            : `${tested} IN (${this.expressions(when)})`;
      }
      return `WHEN ${condition} THEN ${this.expression(result)}`;
    });
    const last = otherwise === undefined ? 'NULL' : this.expression(otherwise);
    return `CASE ${parts.join(' ')} ELSE ${last} END`;
  }

  override call(node: FunctionCall): string {
    const [first, second, ...more] = node.args;
    const name = node.name.parts.length === 1 ? node.name.parts[0]?.name.toUpperCase() : '';
    if (name === 'TRIM' && first !== undefined && second === undefined) {
      return `TRIM(BOTH ' ' FROM ${this.argument(first)})`;
    }
    if (name === 'NULLIF' && first !== undefined && second !== undefined && more.length === 0) {
      const value = this.argument(first);
      return `CASE WHEN ${value} = ${this.argument(second)} THEN NULL ELSE ${value} END`;
    }
    return super.call(node);
  }

  /** Those that come with the engine are words; user's functions have quoted names. */
  protected override functionName(name: ObjectName): string {
    const full = this.#names.functions.get(name);
    if (full !== undefined) return full.map(quoteName).join('.');
    const { parts } = name;
    const [only] = parts;
    return parts.length === 1 && only ? only.name.toUpperCase() : this.path(parts);
  }

  protected override json(node: JsonFunction): string {
    switch (node.kind) {
      case 'jsonObject':
      case 'jsonObjectAgg':
        return super.json({ ...node, onNull: node.onNull ?? 'NULL' });
      case 'jsonArray':
      case 'jsonArrayAgg':
        return super.json({ ...node, onNull: node.onNull ?? 'ABSENT' });
      case 'jsonQuery':
        return super.json({
          ...node,
          wrapper: node.wrapper ?? 'WITHOUT',
          onEmpty: node.onEmpty ?? 'NULL',
          onError: node.onError ?? 'NULL',
        });
      default:
        return super.json(node);
    }
  }

  protected override simpleType(type: SimpleType): string {
    return type.name === 'INT' ? 'INTEGER' : super.simpleType(type);
  }

  /* Queries. */

  override query(node: Query): string {
    const common = node.with.map(({ name, columns, query }) =>
      words(this.identifier(name), this.columns(columns), 'AS', `(${this.query(query)})`),
    );
    const body = this.body(node.body);
    this.#asWritten = true;
    const text = lines(
      body,
      this.orderBy(node.orderBy),
      node.offset && `OFFSET ${this.expression(node.offset)} ROWS`,
      node.limit && `FETCH NEXT ${this.expression(node.limit)} ROWS ONLY`,
    );
    this.#asWritten = false;
    return words(common.length > 0 && `WITH ${common.join(', ')}`, text);
  }

  protected override body(node: QueryBody): string {
    switch (node.kind) {
      case 'values': {
        const rows = node.rows.map(({ items }) => `ROW(${this.expressions(items)})`);
        return `VALUES ${rows.join(',\n')}`;
      }
      case 'explicitTable':
        return this.#wholeTable(node.name) ?? super.body(node);
      case 'setOperation': {
        const operator = node.all ? `${node.operator} ALL` : node.operator;
        const operands = node.operands.map((operand, i) => {
          const text = this.body(operand);
          if (operand.kind !== 'setOperation') return text;
          const weaker = node.operator === 'INTERSECT' && operand.operator !== 'INTERSECT';
          return i === 0 && !weaker ? text : `(${text})`;
        });
        return operands.join(`\n${operator}\n`);
      }
      default:
        return super.body(node);
    }
  }

  protected override select(node: Select): string {
    const { from, where, groupBy, having, qualify } = node;
    const windows = node.windows.map(
      ({ name, window }) => `${this.identifier(name)} AS ${this.window(window)}`,
    );
    const items = node.items.map((item) => this.selectItem(item)).join(', ');
    return lines(
      words('SELECT', this.hints(node.hints), node.quantifier, items),
      from && `FROM ${this.from(from)}`,
      where && `WHERE ${this.expression(where)}`,
      groupBy && words('GROUP BY', groupBy.quantifier, this.groupItems(groupBy.items)),
      having && `HAVING ${this.expression(having)}`,
      windows.length > 0 && `WINDOW ${windows.join(', ')}`,
      qualify && `QUALIFY ${this.expression(qualify)}`,
    );
  }

  protected override selectItem(item: SelectItem): string {
    const columns = item.kind === 'star' ? this.#names.stars.get(item) : undefined;
    if (columns === undefined) return super.selectItem(item);
    return columns.map((column) => this.#starColumn(column)).join(', ');
  }

  #starColumn({ item, name }: StarColumn): string {
    return item === null ? quoteName(name) : `${this.#aliasOf(item)}.${quoteName(name)}`;
  }

  protected override groupItem(item: GroupItem): string {
    if (item.kind !== 'groupSets') return super.groupItem(item);
    return `${item.form}(${this.groupItems(item.items)})`;
  }

  /* FROM. */

  override from(node: FromItem): string {
    const alias = this.#aliases.get(node);
    const text = super.from(node);
    return alias === undefined ? text : `${text} AS ${quoteName(alias)}`;
  }

  protected override table(node: TableReference): string {
    const { name, hints, asOf, alias } = node;
    return words(
      this.#tableName(name),
      this.hints(hints),
      asOf && `FOR SYSTEM_TIME AS OF ${this.expression(asOf)}`,
      alias === undefined ? `AS ${this.#aliasOf(node)}` : this.alias(alias),
    );
  }

  protected override tableArgument(node: TableArgument): string {
    const { source, partitionBy, orderBy } = node;
    const plain = partitionBy.length === 0 && orderBy.length === 0;
    if (!plain) return super.tableArgument(node);
    const whole = source.kind === 'name' ? this.#wholeTable(source) : this.query(source);
    return whole === undefined ? super.tableArgument(node) : `(${whole})`;
  }

  protected override join(node: Join): string {
    const { left, right, on, using, type } = node;
    const rightText = right.kind === 'join' ? `(${this.from(right)})` : this.from(right);
    const leftText = this.from(left);
    if (node.comma) return `${leftText},\n${rightText}`;
    const parenthesized = left.kind === 'join' && left.comma ? `(${leftText})` : leftText;
    const join = words(
      node.natural && 'NATURAL',
      `${type} JOIN`,
      rightText,
      on && `ON ${this.expression(on)}`,
      using.length > 0 && `USING ${this.columns(using)}`,
    );
    return `${parenthesized}\n${join}`;
  }

  /** `SELECT t.a, …\nFROM t AS t`; undefined for a common table. */
  #wholeTable(name: ObjectName): string | undefined {
    const found = this.#names.tables.get(name);
    if (found === undefined) return undefined;
    const alias = quoteName(found.path.at(-1) ?? '');
    const columns = found.columns.map((column) => `${alias}.${quoteName(column)}`);
    return `SELECT ${columns.join(', ')}\nFROM ${this.#tableName(name)} AS ${alias}`;
  }

  #tableName(name: ObjectName): string {
    const found = this.#names.tables.get(name);
    return found === undefined ? this.name(name) : found.path.map(quoteName).join('.');
  }

  #aliasOf(item: FromItem): string {
    const generated = this.#aliases.get(item);
    if (generated !== undefined) return quoteName(generated);
    if (item.kind === 'join') return '';
    if (item.alias !== undefined) return this.identifier(item.alias.name);
    return item.kind === 'table' ? this.path(item.name.parts.slice(-1)) : '';
  }
}

function quoteName(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** What is not ASCII is escaped. */
function quoteText(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return quote(text);
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replace(/[^\x00-\x7f]/g, (unit) => `\\${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `u&${quote(escaped)}`;
}

function lines(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join('\n');
}

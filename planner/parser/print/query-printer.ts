/** Prints queries. */
import type { GroupItem, Query, QueryBody, Select, SelectItem } from '../ast/query.js';
import { FromPrinter } from './from-printer.js';
import { words } from './text-printer.js';

export class QueryPrinter extends FromPrinter {
  query(node: Query): string {
    const common = node.with.map(({ name, columns, query }) =>
      words(this.identifier(name), this.columns(columns), 'AS', `(${this.query(query)})`),
    );
    return words(
      common.length > 0 && words('WITH', node.with[0]?.recursive && 'RECURSIVE', common.join(', ')),
      this.body(node.body),
      this.orderBy(node.orderBy),
      node.limit && `LIMIT ${this.expression(node.limit)}`,
      node.offset && `OFFSET ${this.expression(node.offset)}`,
    );
  }

  protected body(node: QueryBody): string {
    switch (node.kind) {
      case 'select':
        return this.select(node);
      case 'values':
        return `VALUES ${node.rows.map(({ items }) => `(${this.expressions(items)})`).join(', ')}`;
      case 'explicitTable':
        return `TABLE ${this.name(node.name)}`;
      case 'query':
        return `(${this.query(node)})`;
      case 'setOperation': {
        const operator = node.all ? `${node.operator} ALL` : node.operator;
        return node.operands
          .map((operand) =>
            operand.kind === 'setOperation' ? `(${this.body(operand)})` : this.body(operand),
          )
          .join(` ${operator} `);
      }
    }
  }

  protected select(node: Select): string {
    const { from, where, groupBy, having, qualify } = node;
    const windows = node.windows.map(
      ({ name, window }) => `${this.identifier(name)} AS ${this.window(window)}`,
    );
    return words(
      'SELECT',
      this.hints(node.hints),
      node.quantifier,
      node.items.map((item) => this.selectItem(item)).join(', '),
      from && `FROM ${this.from(from)}`,
      where && `WHERE ${this.expression(where)}`,
      groupBy && words('GROUP BY', groupBy.quantifier, this.groupItems(groupBy.items)),
      having && `HAVING ${this.expression(having)}`,
      windows.length > 0 && `WINDOW ${windows.join(', ')}`,
      qualify && `QUALIFY ${this.expression(qualify)}`,
    );
  }

  protected selectItem(item: SelectItem): string {
    if (item.kind === 'star') {
      return item.qualifier.length === 0 ? '*' : `${this.path(item.qualifier)}.*`;
    }
    const alias = item.alias && `AS ${this.identifier(item.alias)}`;
    return words(this.expression(item.expression), alias);
  }

  protected groupItems(items: readonly GroupItem[]): string {
    return items.map((item) => this.groupItem(item)).join(', ');
  }

  protected groupItem(item: GroupItem): string {
    if (item.kind === 'groupSet') return `(${this.expressions(item.items)})`;
    if (item.kind === 'groupSets') return `${item.form} (${this.groupItems(item.items)})`;
    return this.expression(item);
  }
}

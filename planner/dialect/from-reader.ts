/** Reads what stands in FROM. */
import type { Expression } from '../parser/ast/expression.js';
import type { FromItem, Join, JoinType, TableAlias } from '../parser/ast/from.js';
import type { Identifier, ObjectName } from '../parser/ast/node.js';
import { CallReader } from './call-reader.js';
import { isProperties, type TreeNode } from './tree-reader.js';

const joinTypes: Readonly<Record<string, JoinType>> = {
  JOIN: 'INNER',
  'INNER JOIN': 'INNER',
  'LEFT JOIN': 'LEFT',
  'LEFT OUTER JOIN': 'LEFT',
  'RIGHT JOIN': 'RIGHT',
  'RIGHT OUTER JOIN': 'RIGHT',
  'FULL JOIN': 'FULL',
  'FULL OUTER JOIN': 'FULL',
  'CROSS JOIN': 'CROSS',
  'CROSS APPLY': 'CROSS',
  'OUTER APPLY': 'LEFT',
};

export abstract class FromReader extends CallReader {
  /** A list of tables, each with its join to those before it; a comma starts anew. */
  protected fromItems(items: readonly unknown[]): FromItem | undefined {
    const groups: FromItem[] = [];
    for (const item of items) {
      this.read(item, (node) => {
        const left = groups.at(-1);
        if (left === undefined || !node.has('join')) groups.push(this.fromItem(node, false));
        else groups[groups.length - 1] = this.join(left, node);
      });
    }
    const [first, ...more] = groups;
    if (first === undefined) return undefined;
    return more.reduce<FromItem>((left, right) => {
      const { start } = left;
      const rest = { natural: false, on: undefined, using: [], start, end: right.end };
      return { kind: 'join', type: 'CROSS', comma: true, left, right, ...rest };
    }, first);
  }

  private join(left: FromItem, node: TreeNode): Join {
    const written = String(node.get('join')).toUpperCase();
    const known = joinTypes[written];
    if (known === undefined) return this.refuse(written);
    for (const word of written.split(' ')) if (word !== 'INNER') this.ledger.take(word);
    const applies = written.endsWith('APPLY');
    const right = this.fromItem(node, applies);
    const condition = node.get('on');
    let on = condition === undefined ? undefined : this.expression(condition);
    const using = node.list('using').map((column) => this.identifier(column));
    const bare = on === undefined && using.length === 0;
    if (bare && applies && known === 'LEFT') on = { kind: 'boolean', value: true, ...endOf(right) };
    if (bare && on === undefined && known !== 'INNER' && known !== 'CROSS') {
      this.refuse(`${written} without a condition`);
    }
    const type = bare && known === 'INNER' ? 'CROSS' : known;
    return {
      kind: 'join',
      type: type === 'CROSS' && on !== undefined ? 'INNER' : type,
      comma: false,
      natural: false,
      left,
      right,
      on,
      using,
      start: left.start,
      end: this.ledger.last.end,
    };
  }

  private fromItem(node: TreeNode, applies: boolean): FromItem {
    return this.spanned((): FromItem => {
      const prefix = (node.text('prefix') ?? '').toUpperCase();
      if (prefix !== '' && prefix !== 'LATERAL') this.refuse(prefix);
      this.keyword(prefix);
      const lateral = applies || prefix === 'LATERAL';
      node.pass('parentheses');
      if (node.type === 'unnest') return this.unnest(node);
      if (node.type === 'dual') return this.refuse('DUAL', 'Leave FROM out.');
      const inner = node.get('expr');
      if (inner === undefined) {
        const name = this.tableName(node);
        const alias = this.alias(node);
        return { kind: 'table', name, hints: [], asOf: undefined, alias, ...this.ledger.last };
      }
      if (isProperties(inner) && inner.type === 'tables') {
        if (node.has('as')) this.refuse('An alias of a join');
        return this.read(inner, (tables) => {
          tables.pass('parentheses');
          return this.fromItems(tables.list('expr')) ?? this.refuse('An empty FROM');
        });
      }
      if (this.isQuery(inner) || (isProperties(inner) && inner.type === 'values')) {
        const query = this.queryIn(inner);
        const alias = this.alias(node);
        return { kind: 'derivedTable', lateral, query, alias, ...this.ledger.last };
      }
      return this.tableFunction(this.expression(inner), lateral, node);
    });
  }

  private tableFunction(call: Expression, lateral: boolean, node: TreeNode): FromItem {
    if (call.kind !== 'call') return this.refuse('What stands in FROM here');
    const alias = this.alias(node);
    const { start, end } = call;
    const [only] = call.name.parts;
    if (call.name.parts.length === 1 && only?.name.toUpperCase() === 'UNNEST') {
      const operands = call.args as readonly Expression[];
      const rest = { ordinality: false, alias, start, end };
      return { kind: 'unnest', lateral, operands, ...rest };
    }
    return { kind: 'tableFunction', lateral, call, alias, start, end };
  }

  private unnest(node: TreeNode): FromItem {
    this.keyword('UNNEST');
    if (node.has('with_offset')) this.refuse('WITH OFFSET', 'Flink has WITH ORDINALITY.');
    const operands = [this.expression(node.get('expr'))];
    const given = this.alias(node);
    const { start, end } = this.ledger.last;
    // An alias names the value itself.
    const alias =
      given !== undefined && given.columns.length === 0 && this.dialect.name === 'bigquery'
        ? { ...given, columns: [given.name] }
        : given;
    return { kind: 'unnest', lateral: false, operands, ordinality: false, alias, start, end };
  }

  protected tableName(node: TreeNode): ObjectName {
    const parts: Identifier[] = [];
    const { catalog, db } = node.raw;
    if (node.has('server')) this.refuse('The name of a server');
    // With three names the library has the first one twice.
    if (catalog !== undefined && catalog !== null && catalog === db) node.pass('db');
    for (const key of ['catalog', 'db', 'schema', 'table']) {
      if (key === 'db' && catalog !== undefined && catalog === db) continue;
      if (node.has(key)) parts.push(...this.path(node.get(key)));
    }
    return this.objectName(parts);
  }

  /** `t`, or `t(a, b)` in one text. */
  protected alias(node: TreeNode): TableAlias | undefined {
    const written = node.get('as');
    if (written === undefined || written === '') return undefined;
    if (typeof written !== 'string') {
      const name = this.identifier(written);
      return { kind: 'tableAlias', name, columns: [], start: name.start, end: name.end };
    }
    const [first, ...columns] = written.match(/[\p{L}\p{N}_$]+/gu) ?? [];
    const name = this.identifier(first);
    const names = columns.map((column) => this.identifier(column));
    const { end } = names.at(-1) ?? name;
    return { kind: 'tableAlias', name, columns: names, start: name.start, end };
  }
}

function endOf({ end }: FromItem): { start: number; end: number } {
  return { start: end, end };
}

/** Reads statements: queries and INSERT. */
import type { Insert } from '../parser/ast/change.js';
import type { ObjectName } from '../parser/ast/node.js';
import type { Query } from '../parser/ast/query.js';
import { libraryTree } from './library.js';
import { QueryReader } from './query-reader.js';
import { isProperties, type TreeNode } from './tree-reader.js';

export class StatementReader extends QueryReader {
  /** @param tree the library's, of one statement */
  statement(tree: unknown): Query | Insert {
    if (Array.isArray(tree)) this.refuse('What node-sql-parser takes for several statements');
    const result =
      isProperties(tree) && tree.type === 'insert'
        ? this.spanned(() => this.read(tree, (node) => this.insert(node)))
        : this.queryIn(tree);
    const left = this.ledger.leftOver();
    if (left !== undefined) {
      const { text } = this.source;
      this.refuse(`'${text.slice(left.start, left.end)}'`, undefined, left);
    }
    return result;
  }

  protected parseExpression(text: string): unknown {
    const mask = { ...this.mask, text: `SELECT ${text}` };
    const tree = libraryTree(mask, this.dialect, this.source.text, this.source.file);
    if (!isProperties(tree) || !Array.isArray(tree.columns) || tree.columns.length !== 1) {
      return this.refuse('What stands behind DISTINCT FROM');
    }
    return this.node(tree.columns[0]).get('expr');
  }

  private insert(node: TreeNode): Insert {
    const prefix = (node.text('prefix') ?? '').toUpperCase().trim();
    if (prefix !== '' && prefix !== 'INTO') this.refuse(`INSERT ${prefix}`);
    const tables = node.list('table');
    if (tables.length !== 1) this.refuse('INSERT into several tables');
    const target = this.read(tables[0], (table): ObjectName => {
      if (table.has('as')) this.refuse('An alias of the table written to');
      return this.tableName(table);
    });
    const columns = node
      .list('columns')
      .map((column) => this.objectName([this.columnName(column)]));
    if (!node.has('values')) this.refuseNext('set');
    const query = this.queryIn(node.get('values'));
    return {
      kind: 'insert',
      overwrite: false,
      target,
      hints: [],
      partition: undefined,
      columns,
      query,
      onConflict: undefined,
      ...this.ledger.last,
    };
  }
}

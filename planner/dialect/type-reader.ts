/** Reads data types: targets of casts. */
import type { TypeNode } from '../parser/ast/type.js';
import { isProperties, type TreeNode, TreeReader } from './tree-reader.js';
import { typeRulesOf } from './types.js';

const MAX_LENGTH = 2147483647;

export class TypeReader extends TreeReader {
  /** A type as `{dataType, length, scale, …}`. */
  protected type(value: unknown): TypeNode {
    return this.spanned(() => this.read(value, (node) => this.typeOf(node)));
  }

  /** A type as an argument, where the library finds a name, a call, or a `datatype`. */
  typeArgument(value: unknown): TypeNode {
    if (isProperties(value) && value.type === 'column_ref') {
      return this.type({ dataType: value.column });
    }
    if (!isProperties(value) || value.type !== 'function') return this.type(value);
    const { name, args } = value as { name?: { name?: { value?: unknown }[] }; args?: unknown };
    const dataType = name?.name?.[0]?.value;
    const sizes = this.read(args, (list) => list.list('value'));
    const [length, scale] = sizes.map((size) => this.node(size).get('value'));
    return this.type({ dataType, length, scale, parentheses: true });
  }

  private typeOf(node: TreeNode): TypeNode {
    const written = String(node.get('dataType') ?? '').toUpperCase();
    if (written === 'ARRAY' && node.has('definition')) return this.arrayOf(node);
    const simple = this.simpleType(node, written);
    if (!node.has('array')) return simple;
    const dimensions = this.read(node.get('array'), (array) => {
      const { length } = array.list('length');
      const dimension = Number(array.get('dimension') ?? length);
      return Number.isInteger(dimension) ? dimension : 1;
    });
    let type: TypeNode = { ...simple, ...this.ledger.last };
    for (let i = 0; i < dimensions; i++) {
      const { start, end } = type;
      const collection = 'ARRAY';
      type = { kind: 'collectionType', collection, element: type, notNull: false, start, end };
    }
    return type;
  }

  private simpleType(node: TreeNode, written: string): TypeNode {
    node.pass('parentheses');
    let name = written;
    let length = this.size(node.get('length'));
    if (!node.raw.parentheses && length !== undefined) {
      name += String(length);
      length = undefined;
    }
    this.keyword(name);
    const suffix = node.list('suffix').filter((word) => typeof word === 'string' && word !== '');
    if (suffix.length > 0) {
      const words = suffix.join(' ').toUpperCase();
      this.keyword(words);
      name += ` ${words}`;
    }
    const rule = typeRulesOf(this.dialect.name)[name];
    if (rule === undefined) {
      return this.refuse(`The type ${name}`);
    }
    const scale = this.size(node.get('scale'));
    const given = length !== undefined && rule.name !== 'DOUBLE';
    const precision = given ? length : rule.precision;
    const simple = rule.name === 'VARCHAR' && precision === MAX_LENGTH ? 'STRING' : rule.name;
    return {
      kind: 'simpleType',
      name: simple,
      precision: simple === 'STRING' ? undefined : precision,
      scale: given ? scale : rule.scale,
      notNull: false,
      ...this.ledger.last,
    };
  }

  /** A length, precision or scale; `MAX` is the longest. */
  private size(value: unknown): number | undefined {
    if (value === undefined || value === null) return undefined;
    const size = isProperties(value) ? this.node(value).get('value') : value;
    this.ledger.take(String(size));
    if (String(size).toUpperCase() === 'MAX') return MAX_LENGTH;
    const length = Number(size);
    return Number.isInteger(length) ? length : this.refuse(`The size ${String(size)}`);
  }

  /** `ARRAY<STRING>` */
  private arrayOf(node: TreeNode): TypeNode {
    node.pass('anglebracket');
    this.keyword('ARRAY');
    const [element, ...more] = node.list('definition');
    if (more.length > 0) return this.refuse('An array of several types');
    const type = this.read(element, (field) => this.type(field.get('field_type')));
    const { start, end } = type;
    return {
      kind: 'collectionType',
      collection: 'ARRAY',
      element: type,
      notNull: false,
      start,
      end,
    };
  }
}

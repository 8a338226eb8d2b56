/** Parses data types. */
import type { RowField, SimpleTypeName, TypeNode } from './ast/type.js';
import { LiteralParser } from './literal-parser.js';

/** Spelling → name and number of arguments it may take. */
const simpleTypes = new Map<string, [name: SimpleTypeName, args: number]>([
  ['BOOLEAN', ['BOOLEAN', 0]],
  ['TINYINT', ['TINYINT', 0]],
  ['SMALLINT', ['SMALLINT', 0]],
  ['INT', ['INT', 0]],
  ['INTEGER', ['INT', 0]],
  ['BIGINT', ['BIGINT', 0]],
  ['FLOAT', ['FLOAT', 0]],
  ['REAL', ['FLOAT', 0]],
  ['DOUBLE', ['DOUBLE', 0]],
  ['DECIMAL', ['DECIMAL', 2]],
  ['DEC', ['DECIMAL', 2]],
  ['NUMERIC', ['DECIMAL', 2]],
  ['CHAR', ['CHAR', 1]],
  ['CHARACTER', ['CHAR', 1]],
  ['VARCHAR', ['VARCHAR', 1]],
  ['STRING', ['STRING', 0]],
  ['BINARY', ['BINARY', 1]],
  ['VARBINARY', ['VARBINARY', 1]],
  ['BYTES', ['BYTES', 0]],
  ['DATE', ['DATE', 0]],
  ['TIME', ['TIME', 1]],
  ['TIMESTAMP', ['TIMESTAMP', 1]],
  ['TIMESTAMP_LTZ', ['TIMESTAMP_LTZ', 1]],
  ['VARIANT', ['VARIANT', 0]],
  ['BITMAP', ['BITMAP', 0]],
  ['DESCRIPTOR', ['DESCRIPTOR', 0]],
  ['NULL', ['NULL', 0]],
]);

/** As they may be written. */
export const typeNames: readonly string[] = [
  ...simpleTypes.keys(),
  'ARRAY',
  'INTERVAL',
  'MAP',
  'MULTISET',
  'RAW',
  'ROW',
];

export class TypeParser extends LiteralParser {
  /** A type with its nullability and with ARRAY or MULTISET behind it. */
  type(): TypeNode {
    this.enter();
    const { start } = this;
    let type = this.bareType(start);
    for (;;) {
      const notNull = this.nullability();
      if (notNull) type = { ...type, notNull, end: this.end };
      const collection = this.at('ARRAY') ? 'ARRAY' : this.at('MULTISET') ? 'MULTISET' : undefined;
      if (collection === undefined) break;
      this.position++;
      const end = this.end;
      type = { kind: 'collectionType', collection, element: type, notNull: false, start, end };
    }
    this.leave();
    return type;
  }

  private nullability(): boolean {
    if (this.acceptBoth('NOT', 'NULL')) return true;
    // `JSON_VALUE(… RETURNING INT NULL ON EMPTY)` says what to return, not nullability.
    if (this.wordAfter(1) !== 'ON') this.accept('NULL');
    return false;
  }

  private bareType(start: number): TypeNode {
    const { word } = this;
    const simple = simpleTypes.get(word);
    if (simple !== undefined) return this.simpleType(simple[0], simple[1], start);
    switch (word) {
      case 'ARRAY':
      case 'MULTISET': {
        this.position++;
        this.expect('<');
        const element = this.type();
        this.expect('>');
        const end = this.end;
        return { kind: 'collectionType', collection: word, element, notNull: false, start, end };
      }
      case 'MAP':
        return this.mapType(start);
      case 'ROW':
        return this.rowType(start);
      case 'RAW':
        return this.rawType(start);
      case 'STRUCTURED':
        return this.structuredType(start);
      case 'INTERVAL': {
        this.position++;
        const qualifier = this.intervalQualifier();
        return { kind: 'intervalType', qualifier, notNull: false, start, end: this.end };
      }
      default: {
        this.note('a type');
        this.noteNear(typeNames);
        if (!this.atName()) this.unexpected();
        const name = this.objectName();
        return { kind: 'namedType', name, notNull: false, start, end: this.end };
      }
    }
  }

  private simpleType(canonical: SimpleTypeName, most: number, start: number): TypeNode {
    this.position++;
    let name = canonical;
    let args = most;
    let precision: number | undefined;
    let scale: number | undefined;
    if (name === 'DOUBLE') this.accept('PRECISION');
    else if (name === 'CHAR' && this.accept('VARYING')) name = 'VARCHAR';
    else if (name === 'BINARY' && this.accept('VARYING')) name = 'VARBINARY';
    if (args > 0 && this.accept('(')) {
      precision = this.wholeNumber();
      if (args > 1 && this.accept(',')) scale = this.wholeNumber();
      this.expect(')');
      args = 0;
    }
    if (name === 'TIME' || name === 'TIMESTAMP') name = this.timeZone(name);
    return { kind: 'simpleType', name, precision, scale, notNull: false, start, end: this.end };
  }

  /** `WITHOUT TIME ZONE`, `WITH TIME ZONE`, `WITH LOCAL TIME ZONE`, or nothing. */
  private timeZone(name: 'TIME' | 'TIMESTAMP'): SimpleTypeName {
    if (this.acceptBoth('WITHOUT', 'TIME')) {
      this.expect('ZONE');
      return name;
    }
    if (name === 'TIME' || !this.at('WITH')) return name;
    const next = this.wordAfter(1);
    if (next !== 'LOCAL' && next !== 'TIME') return name;
    this.position++;
    const local = this.accept('LOCAL');
    this.expectAll('TIME', 'ZONE');
    return local ? 'TIMESTAMP_LTZ' : 'TIMESTAMP_TZ';
  }

  private mapType(start: number): TypeNode {
    this.position++;
    this.expect('<');
    const key = this.type();
    this.expect(',');
    const value = this.type();
    this.expect('>');
    return { kind: 'mapType', key, value, notNull: false, start, end: this.end };
  }

  private rowType(start: number): TypeNode {
    this.position++;
    let fields: RowField[] = [];
    if (this.accept('<')) {
      if (!this.at('>')) fields = this.list(() => this.rowField());
      this.expect('>');
    } else if (this.at('<>')) {
      this.position++;
    } else {
      this.expect('(');
      if (!this.at(')')) fields = this.list(() => this.rowField());
      this.expect(')');
    }
    return { kind: 'rowType', fields, notNull: false, start, end: this.end };
  }

  private rowField(): RowField {
    const name = this.identifier();
    const type = this.type();
    const comment = this.atString() ? this.stringLiteral() : undefined;
    return { kind: 'rowField', name, type, comment, start: name.start, end: this.end };
  }

  private rawType(start: number): TypeNode {
    this.position++;
    this.expect('(');
    const className = this.stringLiteral();
    this.expect(',');
    const snapshot = this.stringLiteral();
    this.expect(')');
    return { kind: 'rawType', className, snapshot, notNull: false, start, end: this.end };
  }

  private structuredType(start: number): TypeNode {
    this.position++;
    this.expect('<');
    const className = this.stringLiteral();
    const fields: RowField[] = [];
    while (this.accept(',')) fields.push(this.rowField());
    this.expect('>');
    return { kind: 'structuredType', className, fields, notNull: false, start, end: this.end };
  }
}

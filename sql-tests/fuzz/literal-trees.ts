/** Random choices, names, literals and types: the leaves of random syntax trees. */
import type { Random } from '../../conf/random.js';
import type {
  IntervalQualifier,
  Literal,
  StringLiteral,
  TimeUnitArgument,
} from '../../planner/parser/ast/literal.js';
import type { Identifier, ObjectName, Option } from '../../planner/parser/ast/node.js';
import type { RowField, SimpleTypeName, TypeNode } from '../../planner/parser/ast/type.js';

export const at = { start: 0, end: 0 } as const;

const plainNames = ['a', 'b', 'c', 't1', 'data', 'name', 'größe', '_x', '$y', 'Key', 'window_end'];
const quotedNames = ['select', 'a b', 'x`y', 'value', '1', "it's", '😀', 'from'];
const strings = ['', 'x', "it's", '%a_', '/* no comment */', '-- x', ';', 'ünï', 'a\nb', '\\', '`'];
const numbers = ['0', '1', '42', '1.50', '.5', '1e3', '2.5E-10', '12345678901234567890'];
const hexes = ['', '00', 'CAFE'];

type Qualified = readonly [text: string, from: string, to?: string];
const intervals: readonly Qualified[] = [
  ['1', 'DAY'],
  ['-5', 'MINUTE'],
  ['1.5', 'SECOND'],
  ['2-3', 'YEAR', 'MONTH'],
  ['4 05:06:07.8', 'DAY', 'SECOND'],
  ['1:30', 'HOUR', 'MINUTE'],
  ['3', 'WEEK'],
];

const dates = [
  ['DATE', '2001-02-03'],
  ['TIME', '04:05:06.7'],
  ['TIMESTAMP', '2001-02-03 04:05:06.123456789'],
  ['TIMESTAMP_LTZ', '2001-02-03 04:05:06'],
] as const;

/** Name and most arguments. */
const simpleTypes: readonly (readonly [SimpleTypeName, number])[] = [
  ['BOOLEAN', 0],
  ['INT', 0],
  ['DOUBLE', 0],
  ['DECIMAL', 2],
  ['CHAR', 1],
  ['VARCHAR', 1],
  ['STRING', 0],
  ['VARBINARY', 1],
  ['DATE', 0],
  ['TIME', 1],
  ['TIMESTAMP', 1],
  ['TIMESTAMP_LTZ', 1],
  ['TIMESTAMP_TZ', 1],
  ['VARIANT', 0],
  ['BITMAP', 0],
  ['NULL', 0],
];

export class LiteralTrees {
  constructor(protected readonly random: Random) {}

  /* Choices. */

  protected pick<T>(items: readonly T[]): T {
    return items[this.random.nextInt(0, items.length - 1)] as T;
  }

  protected chance(percent: number): boolean {
    return this.random.nextInt(1, 100) <= percent;
  }

  protected many<T>(min: number, max: number, make: () => T): T[] {
    return Array.from({ length: this.random.nextInt(min, max) }, make);
  }

  protected maybe<T>(percent: number, make: () => T): T | undefined {
    return this.chance(percent) ? make() : undefined;
  }

  /* Names and literals. */

  protected identifier(): Identifier {
    const quoted = this.chance(20);
    const name = this.pick(quoted ? quotedNames : plainNames);
    return { kind: 'identifier', name, quoted, ...at };
  }

  protected named(name: string): ObjectName {
    const parts: Identifier[] = [{ kind: 'identifier', name, quoted: false, ...at }];
    return { kind: 'name', parts, ...at };
  }

  protected objectName(): ObjectName {
    return { kind: 'name', parts: this.many(1, 3, () => this.identifier()), ...at };
  }

  protected string(): StringLiteral {
    return { kind: 'string', value: this.pick(strings), ...at };
  }

  protected option(): Option {
    const [key, value] = [this.pick(strings), this.pick(strings)];
    return { kind: 'option', key, value, valueStart: 0, valueEnd: 0, ...at };
  }

  protected qualifier(from: string, to: string | undefined): IntervalQualifier {
    const precision = this.maybe(30, () => this.random.nextInt(0, 4));
    const seconds = to === 'SECOND' || (from === 'SECOND' && precision !== undefined);
    const fraction = seconds ? this.maybe(40, () => this.random.nextInt(0, 9)) : undefined;
    return { kind: 'intervalQualifier', from, precision, to, fraction, ...at } as IntervalQualifier;
  }

  protected literal(): Literal {
    switch (this.random.nextInt(0, 6)) {
      case 0:
        return this.string();
      case 1:
        return { kind: 'bytes', hex: this.pick(hexes), ...at };
      case 2:
        return { kind: 'boolean', value: this.pick([true, false, null]), ...at };
      case 3:
        return { kind: 'null', ...at };
      case 4: {
        const [type, text] = this.pick(dates);
        return { kind: 'datetime', type, text, ...at };
      }
      case 5: {
        const [text, from, to] = this.pick(intervals);
        const qualifier = this.qualifier(from, to);
        return { kind: 'interval', negative: this.chance(20), text, qualifier, ...at };
      }
      default:
        return { kind: 'number', text: this.pick(numbers), ...at };
    }
  }

  protected timeUnit(): TimeUnitArgument {
    const unit = this.pick(['YEAR', 'WEEK', 'DAY', 'HOUR', 'SECOND', 'EPOCH', 'DOW'] as const);
    return { kind: 'timeUnit', unit, ...at };
  }

  /* Types. */

  protected type(depth: number): TypeNode {
    const notNull = this.chance(25);
    const kind = depth <= 0 ? 0 : this.random.nextInt(0, 9);
    switch (kind) {
      case 4: {
        const element = this.type(depth - 1);
        const collection = this.pick(['ARRAY', 'MULTISET'] as const);
        return { kind: 'collectionType', collection, element, notNull, ...at };
      }
      case 5: {
        const [key, value] = [this.type(depth - 1), this.type(depth - 1)];
        return { kind: 'mapType', key, value, notNull, ...at };
      }
      case 6: {
        const fields = this.many(0, 3, () => this.rowField(depth - 1));
        return { kind: 'rowType', fields, notNull, ...at };
      }
      case 7: {
        const [, from, to] = this.pick(intervals);
        return { kind: 'intervalType', qualifier: this.qualifier(from, to), notNull, ...at };
      }
      case 8: {
        const fields = this.many(0, 2, () => this.rowField(depth - 1));
        return { kind: 'structuredType', className: this.string(), fields, notNull, ...at };
      }
      case 9:
        if (this.chance(50)) return { kind: 'namedType', name: this.objectName(), notNull, ...at };
        return {
          kind: 'rawType',
          className: this.string(),
          snapshot: this.string(),
          notNull,
          ...at,
        };
      default:
        return this.simpleType(notNull);
    }
  }

  private simpleType(notNull: boolean): TypeNode {
    const [name, most] = this.pick(simpleTypes);
    const precision = most > 0 ? this.maybe(50, () => this.random.nextInt(1, 9)) : undefined;
    const scaled = most > 1 && precision !== undefined;
    const scale = scaled ? this.maybe(50, () => this.random.nextInt(0, 4)) : undefined;
    return { kind: 'simpleType', name, precision, scale, notNull, ...at };
  }

  private rowField(depth: number): RowField {
    const comment = this.maybe(20, () => this.string());
    return { kind: 'rowField', name: this.identifier(), type: this.type(depth), comment, ...at };
  }
}

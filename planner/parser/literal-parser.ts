/** Parses literals and the small parts made of them: intervals, options. */
import type {
  BinaryLiteral,
  DateTimeLiteral,
  IntervalQualifier,
  IntervalUnit,
  NumberLiteral,
  StringLiteral,
  TimeUnitArgument,
} from './ast/literal.js';
import type { Option, OptionKey } from './ast/node.js';
import { Cursor } from './cursor.js';
import { intervalUnit, spanUnits, timeUnit, wrongDateTime } from './datetime.js';
import { tokenKind } from './lexer.js';

const commonUnits = ['YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND'];

export class LiteralParser extends Cursor {
  protected number(): NumberLiteral {
    const { start } = this;
    const text = this.source();
    this.position++;
    return { kind: 'number', text, start, end: this.end };
  }

  atString(): boolean {
    const { kind } = this;
    if (kind >= tokenKind.string && kind <= tokenKind.unicodeString) return true;
    this.note('a string');
    return false;
  }

  /** A string in any spelling. */
  stringLiteral(): StringLiteral {
    if (!this.atString()) this.unexpected();
    const { start } = this;
    const value = this.stringPart();
    return { kind: 'string', value, start, end: this.end };
  }

  /** A string of an expression: strings on following lines continue it. */
  protected continuedString(): StringLiteral {
    const { start } = this;
    let value = this.stringPart();
    while (this.kind === tokenKind.string) {
      if (!this.text.slice(this.end, this.start).includes('\n')) {
        this.fail('PARSE_SYNTAX', 'A string may be continued on the next line only');
      }
      value += this.stringPart();
    }
    return { kind: 'string', value, start, end: this.end };
  }

  private stringPart(): string {
    const { kind } = this;
    const source = this.source();
    const inner = source.slice(source.indexOf("'") + 1, -1);
    const value = inner.includes("'") ? inner.replaceAll("''", "'") : inner;
    if (kind === tokenKind.charsetString) this.checkCharset(source);
    if (kind !== tokenKind.unicodeString) {
      this.position++;
      return value;
    }
    const { start } = this;
    this.position++;
    const end = this.end;
    return this.decodeUnicode(value, this.unicodeEscape(), start, end);
  }

  private checkCharset(source: string): void {
    const charset = source.slice(source.startsWith('_') ? 1 : 0, source.indexOf("'"));
    if (!/^(n|utf-?_?(8|16|32)(be|le)?|iso-?_?8859-?_?1|latin1|us_?ascii)$/i.test(charset)) {
      this.fail('PARSE_LITERAL', `The character set '${charset}' is not known`);
    }
  }

  private unicodeEscape(): string {
    if (!this.accept('UESCAPE')) return '\\';
    if (this.kind !== tokenKind.string) this.unexpected();
    const sign = this.source().slice(1, -1);
    if (sign.length !== 1 || /[0-9a-fA-F+'"\s]/.test(sign)) {
      this.fail('PARSE_LITERAL', 'UESCAPE takes one character that is no hexadecimal digit');
    }
    this.position++;
    return sign;
  }

  /** `\0041` and `\+01F600` for an escape of `\`; the escape doubled stands for itself. */
  private decodeUnicode(value: string, sign: string, start: number, end: number): string {
    let out = '';
    let from = 0;
    for (let at = value.indexOf(sign); at >= 0; at = value.indexOf(sign, from)) {
      out += value.slice(from, at);
      if (value[at + 1] === sign) {
        out += sign;
        from = at + 2;
        continue;
      }
      const long = value[at + 1] === '+';
      const digits = long ? value.slice(at + 2, at + 8) : value.slice(at + 1, at + 5);
      const point = Number.parseInt(digits, 16);
      if (!/^([0-9a-fA-F]{4}|[0-9a-fA-F]{6})$/.test(digits) || point > 0x10ffff) {
        this.fail('PARSE_LITERAL', `A Unicode escape needs 4 hexadecimal digits`, start, end);
      }
      out += String.fromCodePoint(point);
      from = at + (long ? 8 : 5);
    }
    return out + value.slice(from);
  }

  protected binaryLiteral(): BinaryLiteral {
    const { start } = this;
    const hex = this.source().slice(2, -1).toUpperCase();
    if (!/^[0-9A-F]*$/.test(hex)) {
      this.fail('PARSE_LITERAL', "X'…' holds hexadecimal digits only");
    }
    if (hex.length % 2 !== 0) {
      this.fail('PARSE_LITERAL', "X'…' needs an even number of hexadecimal digits");
    }
    this.position++;
    return { kind: 'bytes', hex, start, end: this.end };
  }

  /** The string behind DATE, TIME or TIMESTAMP; the keyword is read already. */
  protected dateTime(type: DateTimeLiteral['type'], start: number): DateTimeLiteral {
    const literal = this.stringLiteral();
    const form = wrongDateTime(type, literal.value);
    if (form !== undefined) {
      const reason = `Malformed ${type} literal '${literal.value}': its form is '${form}'`;
      this.fail('PARSE_LITERAL', reason, literal.start, literal.end);
    }
    return { kind: 'datetime', type, text: literal.value, start, end: this.end };
  }

  /* Units. */

  /** `DAY(2) TO SECOND(3)`, `SECOND(2, 3)`. */
  intervalQualifier(): IntervalQualifier {
    const { start } = this;
    const from = this.intervalUnit();
    let precision: number | undefined;
    let fraction: number | undefined;
    let to: IntervalUnit | undefined;
    if (this.accept('(')) {
      precision = this.wholeNumber();
      if (from === 'SECOND' && this.accept(',')) fraction = this.wholeNumber();
      this.expect(')');
    }
    if (spanUnits(from).length > 0 && this.accept('TO')) {
      to = this.spanUnit(spanUnits(from));
      if (to === 'SECOND' && this.accept('(')) {
        fraction = this.wholeNumber();
        this.expect(')');
      }
    }
    return { kind: 'intervalQualifier', from, precision, to, fraction, start, end: this.end };
  }

  private spanUnit(allowed: readonly IntervalUnit[]): IntervalUnit {
    for (const one of allowed) this.note(one);
    const unit = intervalUnit(this.word);
    if (unit === undefined || !allowed.includes(unit)) return this.unexpected();
    this.position++;
    return unit;
  }

  private intervalUnit(): IntervalUnit {
    const unit = intervalUnit(this.word);
    if (unit === undefined) {
      this.note('a time unit');
      this.noteNear(commonUnits);
      return this.unexpected();
    }
    this.position++;
    return unit;
  }

  protected timeUnit(): TimeUnitArgument {
    const { start } = this;
    const unit = timeUnit(this.word);
    if (unit === undefined) {
      this.note('a time unit');
      this.noteNear(commonUnits);
      return this.unexpected();
    }
    this.position++;
    return { kind: 'timeUnit', unit, start, end: this.end };
  }

  /* Options. */

  /** `('key' = 'value', …)`, perhaps empty. */
  options(): Option[] {
    this.expect('(');
    const options: Option[] = [];
    if (this.accept(')')) return options;
    options.push(...this.list(() => this.option()));
    this.expect(')');
    return options;
  }

  /** `WITH (…)`, or nothing. */
  optionalOptions(): Option[] {
    return this.accept('WITH') ? this.options() : [];
  }

  option(): Option {
    const key = this.stringLiteral();
    this.expect('=');
    const value = this.stringLiteral();
    return {
      kind: 'option',
      key: key.value,
      value: value.value,
      valueStart: value.start,
      valueEnd: value.end,
      start: key.start,
      end: value.end,
    };
  }

  /** `('key', …)`, perhaps empty. */
  optionKeys(): OptionKey[] {
    this.expect('(');
    if (this.accept(')')) return [];
    const keys = this.list((): OptionKey => {
      const { value, start, end } = this.stringLiteral();
      return { kind: 'optionKey', key: value, start, end };
    });
    this.expect(')');
    return keys;
  }
}

/** Parses the functions on JSON; the token at hand is their name. */
import type { Expression } from './ast/expression.js';
import type {
  JsonArray,
  JsonArrayAggregate,
  JsonEntry,
  JsonExists,
  JsonObject,
  JsonObjectAggregate,
  JsonQuery,
  JsonQueryBehavior,
  JsonTest,
  JsonValue,
  JsonValueBehavior,
} from './ast/json.js';
import type { TypeNode } from './ast/type.js';
import { CallParser } from './call-parser.js';

type OnNull = 'NULL' | 'ABSENT' | undefined;

export abstract class JsonParser extends CallParser {
  /** `VALUE | SCALAR | ARRAY | OBJECT` behind IS JSON. */
  protected jsonType(): JsonTest['type'] {
    for (const type of ['SCALAR', 'ARRAY', 'OBJECT'] as const) if (this.accept(type)) return type;
    this.accept('VALUE');
    return 'VALUE';
  }

  protected jsonExists(): JsonExists {
    const { start } = this;
    const { input, path } = this.jsonPath();
    let onError: JsonExists['onError'];
    if (!this.at(')')) {
      onError = this.expectOne('TRUE', 'FALSE', 'UNKNOWN', 'ERROR');
      this.expectAll('ON', 'ERROR');
    }
    this.expect(')');
    return { kind: 'jsonExists', input, path, onError, start, end: this.end };
  }

  protected jsonValue(): JsonValue {
    const { start } = this;
    const { input, path } = this.jsonPath();
    const returning = this.jsonReturning();
    let onEmpty: JsonValueBehavior | undefined;
    let onError: JsonValueBehavior | undefined;
    while (!this.at(')')) {
      const behavior = this.jsonValueBehavior();
      this.expect('ON');
      if (onEmpty === undefined && onError === undefined && this.accept('EMPTY')) {
        onEmpty = behavior;
      } else {
        this.expect('ERROR');
        onError = behavior;
        break;
      }
    }
    this.expect(')');
    return { kind: 'jsonValue', input, path, returning, onEmpty, onError, start, end: this.end };
  }

  private jsonValueBehavior(): JsonValueBehavior {
    const { start } = this;
    const behavior = this.expectOne('NULL', 'ERROR', 'DEFAULT');
    const value = behavior === 'DEFAULT' ? this.expression() : undefined;
    return { kind: 'jsonValueBehavior', behavior, value, start, end: this.end };
  }

  protected jsonQuery(): JsonQuery {
    const { start } = this;
    const { input, path } = this.jsonPath();
    const returning = this.jsonReturning();
    const wrapper = this.jsonWrapper();
    let onEmpty: JsonQueryBehavior | undefined;
    let onError: JsonQueryBehavior | undefined;
    while (!this.at(')')) {
      const behavior = this.jsonQueryBehavior();
      this.expect('ON');
      if (onEmpty === undefined && this.accept('EMPTY')) {
        onEmpty = behavior;
      } else {
        this.expect('ERROR');
        onError = behavior;
        break;
      }
    }
    this.expect(')');
    const end = this.end;
    return { kind: 'jsonQuery', input, path, returning, wrapper, onEmpty, onError, start, end };
  }

  private jsonQueryBehavior(): JsonQueryBehavior {
    if (this.accept('EMPTY')) return `EMPTY ${this.expectOne('ARRAY', 'OBJECT')}`;
    return this.expectOne('NULL', 'ERROR');
  }

  private jsonWrapper(): JsonQuery['wrapper'] {
    let wrapper: JsonQuery['wrapper'];
    if (this.accept('WITHOUT')) wrapper = 'WITHOUT';
    else if (!this.accept('WITH')) return undefined;
    else if (this.accept('CONDITIONAL')) wrapper = 'CONDITIONAL';
    else {
      this.accept('UNCONDITIONAL');
      wrapper = 'UNCONDITIONAL';
    }
    this.accept('ARRAY');
    this.expect('WRAPPER');
    return wrapper;
  }

  private jsonPath(): { input: Expression; path: Expression } {
    this.position++;
    this.expect('(');
    const input = this.expression();
    this.expect(',');
    return { input, path: this.expression() };
  }

  private jsonReturning(): TypeNode | undefined {
    return this.accept('RETURNING') ? this.type() : undefined;
  }

  protected jsonObject(): JsonObject {
    const { start } = this;
    this.position++;
    this.expect('(');
    const entries = this.at(')') || this.atOnNull() ? [] : this.list(() => this.jsonEntry());
    const onNull = this.jsonOnNull();
    this.expect(')');
    return { kind: 'jsonObject', entries, onNull, start, end: this.end };
  }

  private jsonEntry(): JsonEntry {
    const { start } = this;
    const next = this.wordAfter(1);
    if (this.at('KEY') && next !== 'VALUE' && next !== ':' && next !== ',' && next !== '.') {
      this.position++;
    }
    const key = this.expression();
    if (!this.accept('VALUE') && !this.accept(':')) this.expect(',');
    const value = this.expression();
    return { kind: 'jsonEntry', key, value, start, end: this.end };
  }

  protected jsonArray(): JsonArray {
    const { start } = this;
    this.position++;
    this.expect('(');
    const items = this.at(')') || this.atOnNull() ? [] : this.list(() => this.expression());
    const onNull = this.jsonOnNull();
    this.expect(')');
    return { kind: 'jsonArray', items, onNull, start, end: this.end };
  }

  protected jsonObjectAgg(): JsonObjectAggregate {
    const { start } = this;
    this.position++;
    this.expect('(');
    const { key, value } = this.jsonEntry();
    const onNull = this.jsonOnNull();
    this.expect(')');
    const filter = this.optionalFilter();
    const over = this.optionalOver();
    return { kind: 'jsonObjectAgg', key, value, onNull, filter, over, start, end: this.end };
  }

  protected jsonArrayAgg(): JsonArrayAggregate {
    const { start } = this;
    this.position++;
    this.expect('(');
    const item = this.expression();
    const onNull = this.jsonOnNull();
    this.expect(')');
    const filter = this.optionalFilter();
    const over = this.optionalOver();
    return { kind: 'jsonArrayAgg', item, onNull, filter, over, start, end: this.end };
  }

  private atOnNull(): boolean {
    return this.atBoth('NULL', 'ON') || this.atBoth('ABSENT', 'ON');
  }

  private jsonOnNull(): OnNull {
    const onNull = this.accept('NULL') ? 'NULL' : this.accept('ABSENT') ? 'ABSENT' : undefined;
    if (onNull !== undefined) this.expectAll('ON', 'NULL');
    return onNull;
  }
}

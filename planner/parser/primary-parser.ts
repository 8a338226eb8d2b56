/**
 * Parses operands: literals, names, calls, and everything that has brackets or an END of its own.
 */
import type { CaseBranch, Expression } from './ast/expression.js';
import type { DateTimeLiteral } from './ast/literal.js';
import type { Identifier } from './ast/node.js';
import { wrongInterval } from './datetime.js';
import { JsonParser } from './json-parser.js';
import { callableWords, niladicWords } from './keyword.js';
import { tokenKind } from './lexer.js';

export abstract class PrimaryParser extends JsonParser {
  protected primary(): Expression {
    const { kind } = this;
    switch (kind) {
      case tokenKind.name:
      case tokenKind.quotedName:
        return this.word === '' ? this.nameOrCall() : this.contextualWord();
      case tokenKind.number:
        return this.number();
      case tokenKind.string:
      case tokenKind.charsetString:
      case tokenKind.unicodeString:
        return this.continuedString();
      case tokenKind.binary:
        return this.binaryLiteral();
      case tokenKind.reserved:
        return this.reservedWord();
    }
    if (this.word === '(') return this.inParentheses();
    if (this.word === '?') {
      this.fail('PARSE_SYNTAX', 'Parameters (?) are not supported: write the value itself');
    }
    this.note('an expression');
    return this.unexpected();
  }

  /** `a`, `a.b.c`, `f(…)`, `c.d.f(…)`. */
  private nameOrCall(): Expression {
    const first = this.identifier();
    const parts: Identifier[] = [first];
    while (this.word === '.' && this.wordAfter(1) !== '*') {
      this.position++;
      parts.push(this.identifier());
    }
    const { start } = first;
    if (this.word !== '(') return { kind: 'column', parts, start, end: this.end };
    return this.call({ kind: 'name', parts, start, end: this.end });
  }

  /** A word that is a name unless what follows says otherwise. */
  private contextualWord(): Expression {
    const next = this.wordAfter(1);
    switch (this.word) {
      case 'MAP':
        if (next === '[') return this.map();
        if (next === '(' && this.isQueryInside(this.position + 1)) {
          return this.collectionQuery('MAP');
        }
        break;
      case 'TIMESTAMPADD':
      case 'TIMESTAMPDIFF':
        if (next === '(') return this.timestampArithmetic();
        break;
      case 'FINAL':
        if (this.isNameAt(this.position + 1) || this.kindAfter(1) === tokenKind.reserved) {
          if (this.wordAfter(2) === '(') return this.matchSemantics('FINAL');
        }
        break;
    }
    return this.nameOrCall();
  }

  private reservedWord(): Expression {
    const { word, start } = this;
    switch (word) {
      case 'NULL':
        this.position++;
        return { kind: 'null', start, end: this.end };
      case 'TRUE':
      case 'FALSE':
      case 'UNKNOWN': {
        this.position++;
        const value = word === 'UNKNOWN' ? null : word === 'TRUE';
        return { kind: 'boolean', value, start, end: this.end };
      }
      case 'CASE':
        return this.caseExpression();
      case 'CAST':
      case 'TRY_CAST':
        return this.cast(word === 'TRY_CAST');
      case 'EXISTS': {
        this.position++;
        const query = this.queryInParentheses();
        return { kind: 'exists', query, start, end: this.end };
      }
      case 'DATE':
      case 'TIME':
      case 'TIMESTAMP':
        return this.dateTimeLiteral(word);
      case 'INTERVAL':
        return this.interval();
      case 'ARRAY':
      case 'MULTISET':
        return this.collection(word);
      case 'ROW':
        return this.row();
      case 'RUNNING':
        return this.matchSemantics(word);
      default:
        return this.reservedCall();
    }
  }

  private reservedCall(): Expression {
    const { word, start } = this;
    if (this.wordAfter(1) === '(') {
      switch (word) {
        case 'EXTRACT':
          return this.extract();
        case 'FLOOR':
        case 'CEIL':
        case 'CEILING':
          return this.floor();
        case 'POSITION':
          return this.positionOf();
        case 'SUBSTRING':
          return this.substring();
        case 'OVERLAY':
          return this.overlay();
        case 'TRIM':
          return this.trim();
        case 'JSON_EXISTS':
          return this.jsonExists();
        case 'JSON_VALUE':
          return this.jsonValue();
        case 'JSON_QUERY':
          return this.jsonQuery();
        case 'JSON_OBJECT':
          return this.jsonObject();
        case 'JSON_ARRAY':
          return this.jsonArray();
        case 'JSON_OBJECTAGG':
          return this.jsonObjectAgg();
        case 'JSON_ARRAYAGG':
          return this.jsonArrayAgg();
      }
      if (callableWords.has(word)) {
        const name = this.keywordName(start);
        this.position++;
        return this.call(name);
      }
    }
    if (niladicWords.has(word)) return this.niladic();
    this.note('an expression');
    this.note('a name');
    return this.unexpected();
  }

  private caseExpression(): Expression {
    const { start } = this;
    this.enter();
    this.position++;
    const operand = this.at('WHEN') ? undefined : this.expression();
    const branches: CaseBranch[] = [];
    do branches.push(this.branch(operand !== undefined));
    while (this.at('WHEN'));
    const otherwise = this.accept('ELSE') ? this.expression() : undefined;
    this.expect('END');
    this.leave();
    return { kind: 'case', operand, branches, otherwise, start, end: this.end };
  }

  private branch(several: boolean): CaseBranch {
    const { start } = this;
    this.expect('WHEN');
    const when = several ? this.list(() => this.expression()) : [this.expression()];
    this.expect('THEN');
    const then = this.expression();
    return { kind: 'branch', when, then, start, end: this.end };
  }

  private cast(tries: boolean): Expression {
    const { start } = this;
    this.position++;
    this.expect('(');
    const operand = this.expression();
    this.expect('AS');
    const type = this.type();
    this.expect(')');
    return { kind: 'cast', tries, operand, type, start, end: this.end };
  }

  private dateTimeLiteral(word: 'DATE' | 'TIME' | 'TIMESTAMP'): Expression {
    const { start } = this;
    this.position++;
    let type: DateTimeLiteral['type'] = word;
    if (word === 'TIMESTAMP' && this.acceptBoth('WITH', 'LOCAL')) {
      this.expectAll('TIME', 'ZONE');
      type = 'TIMESTAMP_LTZ';
    }
    return this.dateTime(type, start);
  }

  /** `INTERVAL [-] '…' DAY`, or a computed one: `INTERVAL (a + 1) DAY`. */
  private interval(): Expression {
    const { start } = this;
    this.position++;
    const negative = this.accept('-');
    if (!negative) this.accept('+');
    if (this.atString()) {
      const text = this.stringLiteral();
      const qualifier = this.intervalQualifier();
      const form = wrongInterval(text.value, qualifier);
      if (form !== undefined) {
        const reason = `Malformed INTERVAL literal '${text.value}': its form is '${form}'`;
        this.fail('PARSE_LITERAL', reason, text.start, text.end);
      }
      return { kind: 'interval', negative, text: text.value, qualifier, start, end: this.end };
    }
    const operand = this.intervalOperand();
    const qualifier = this.intervalQualifier();
    return { kind: 'intervalOf', negative, operand, qualifier, start, end: this.end };
  }

  private intervalOperand(): Expression {
    if (this.kind === tokenKind.number) return this.number();
    if (this.accept('(')) {
      const operand = this.expression();
      this.expect(')');
      return operand;
    }
    if (!this.atName()) this.unexpected();
    const { parts, start, end } = this.objectName();
    return { kind: 'column', parts, start, end };
  }

  private collection(collection: 'ARRAY' | 'MULTISET'): Expression {
    const { start } = this;
    if (this.wordAfter(1) === '(') return this.collectionQuery(collection);
    this.position++;
    this.expect('[');
    const items = this.at(']') ? [] : this.list(() => this.expression());
    this.expect(']');
    return { kind: 'collection', collection, items, start, end: this.end };
  }

  private collectionQuery(collection: 'ARRAY' | 'MULTISET' | 'MAP'): Expression {
    const { start } = this;
    this.position++;
    const query = this.queryInParentheses();
    return { kind: 'collectionQuery', collection, query, start, end: this.end };
  }

  private map(): Expression {
    const { start } = this;
    this.position += 2;
    const keys: Expression[] = [];
    const values: Expression[] = [];
    if (!this.at(']')) {
      do {
        keys.push(this.expression());
        this.expect(',');
        values.push(this.expression());
      } while (this.accept(','));
    }
    this.expect(']');
    return { kind: 'map', keys, values, start, end: this.end };
  }

  private row(): Expression {
    const { start } = this;
    this.position++;
    this.expect('(');
    const items = this.at(')') ? [] : this.list(() => this.expression());
    this.expect(')');
    return { kind: 'row', explicit: true, items, start, end: this.end };
  }

  private matchSemantics(semantics: 'FINAL' | 'RUNNING'): Expression {
    const { start } = this;
    this.position++;
    const operand = this.primary();
    return { kind: 'matchSemantics', semantics, operand, start, end: this.end };
  }

  /** `(query)`, `(expression)` or the row `(a, b)`. */
  private inParentheses(): Expression {
    const { start } = this;
    if (this.atQueryInParentheses()) {
      const query = this.queryInParentheses();
      return { kind: 'subquery', query, start, end: this.end };
    }
    this.position++;
    const items = this.list(() => this.expression());
    this.expect(')');
    const [only] = items;
    if (items.length === 1 && only !== undefined) return only;
    return { kind: 'row', explicit: false, items, start, end: this.end };
  }
}

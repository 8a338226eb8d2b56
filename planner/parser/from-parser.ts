/**
 * Parses FROM. Joins associate to the left and bind more strongly than commas; a chain of them is
 * read in a loop.
 */
import type { FromItem, Join, JoinType, TableAlias } from './ast/from.js';
import type { Hint, HintOption, HintValue } from './ast/hint.js';
import type { Identifier } from './ast/node.js';
import { tokenKind } from './lexer.js';
import { MatchParser } from './match-parser.js';

/** Words behind a table, of which a misspelt one is taken for an alias. */
const afterTable = ['WHERE', 'JOIN', 'LEFT', 'INNER', 'GROUP', 'ORDER', 'HAVING', 'LIMIT', 'UNION'];

export abstract class FromParser extends MatchParser {
  protected fromItems(): FromItem {
    const { start } = this;
    let left = this.joins();
    while (this.accept(',')) {
      const right = this.joins();
      left = this.join(left, right, 'CROSS', true, start);
    }
    return left;
  }

  private joins(): FromItem {
    this.enter();
    const { start } = this;
    let left = this.factor();
    for (;;) {
      const natural = this.accept('NATURAL');
      const type = this.joinType();
      if (type === undefined) {
        if (natural) this.unexpected();
        this.leave();
        return left;
      }
      const right = this.factor();
      const join = this.join(left, right, type, false, start);
      left = natural || type === 'CROSS' ? { ...join, natural } : this.joinCondition(join);
    }
  }

  private join(
    left: FromItem,
    right: FromItem,
    type: JoinType,
    comma: boolean,
    start: number,
  ): Join {
    return {
      kind: 'join',
      type,
      comma,
      natural: false,
      left,
      right,
      on: undefined,
      using: [],
      start,
      end: this.end,
    };
  }

  private joinCondition(join: Join): Join {
    if (this.accept('ON')) return { ...join, on: this.expression(), end: this.end };
    this.expect('USING');
    return { ...join, using: this.identifiers(), end: this.end };
  }

  /** Reads up to JOIN, or nothing. */
  private joinType(): JoinType | undefined {
    if (this.accept('JOIN')) return 'INNER';
    for (const type of ['INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS'] as const) {
      if (!this.accept(type)) continue;
      if (type !== 'INNER' && type !== 'CROSS') this.accept('OUTER');
      this.expect('JOIN');
      return type;
    }
    return undefined;
  }

  private factor(): FromItem {
    const { start } = this;
    const lateral = this.accept('LATERAL');
    let item: FromItem;
    if (this.word === '(') {
      if (lateral || this.atQueryInParentheses()) {
        item = this.derivedTable(lateral, start);
      } else {
        this.position++;
        item = this.fromItems();
        this.expect(')');
        return this.at('MATCH_RECOGNIZE') ? this.matchRecognize(item) : item;
      }
    } else if (this.at('UNNEST')) {
      item = this.unnest(lateral, start);
    } else if (this.at('TABLE')) {
      this.position++;
      this.expect('(');
      item = this.tableFunction(lateral, start, true);
    } else {
      item = this.tableOrFunction(lateral, start);
    }
    return this.at('MATCH_RECOGNIZE') ? this.matchRecognize(item) : item;
  }

  private derivedTable(lateral: boolean, start: number): FromItem {
    const query = this.queryInParentheses();
    const alias = this.tableAlias();
    return { kind: 'derivedTable', lateral, query, alias, start, end: this.end };
  }

  private unnest(lateral: boolean, start: number): FromItem {
    this.position++;
    const operands = this.parenthesized(() => this.expression());
    const ordinality = this.acceptBoth('WITH', 'ORDINALITY');
    const alias = this.tableAlias();
    return { kind: 'unnest', lateral, operands, ordinality, alias, start, end: this.end };
  }

  /** A call in FROM; within `TABLE(…)` the closing parenthesis is still to come. */
  private tableFunction(lateral: boolean, start: number, wrapped: boolean): FromItem {
    const call = this.call(this.objectName());
    if (wrapped) this.expect(')');
    const alias = this.tableAlias();
    return { kind: 'tableFunction', lateral, call, alias, start, end: this.end };
  }

  private tableOrFunction(lateral: boolean, start: number): FromItem {
    let ahead = this.index;
    while (this.isNameAt(ahead) && this.wordAfter(ahead + 1 - this.index) === '.') ahead += 2;
    const isCall = this.isNameAt(ahead) && this.wordAfter(ahead + 1 - this.index) === '(';
    if (isCall || lateral) return this.tableFunction(lateral, start, false);
    const name = this.objectName();
    const hints = this.hints();
    const asOf = this.accept('FOR') ? this.systemTime() : undefined;
    const alias = this.at('MATCH_RECOGNIZE') ? undefined : this.tableAlias();
    return { kind: 'table', name, hints, asOf, alias, start, end: this.end };
  }

  /** `SYSTEM_TIME AS OF expression`. */
  private systemTime() {
    this.expectAll('SYSTEM_TIME', 'AS', 'OF');
    return this.expression();
  }

  protected tableAlias(): TableAlias | undefined {
    const { start } = this;
    this.noteNear(afterTable);
    if (!this.accept('AS') && !this.atName()) return undefined;
    const name = this.identifier();
    const columns = this.at('(') ? this.identifiers() : [];
    return { kind: 'tableAlias', name, columns, start, end: this.end };
  }

  /* Hints. */

  /** A comment that begins with a plus sign, or nothing. */
  hints(): Hint[] {
    if (!this.accept('/*+')) return [];
    const hints = this.list(() => this.hint());
    this.expect('*/');
    return hints;
  }

  private hint(): Hint {
    const name = this.anyWord();
    let args: (HintValue | HintOption)[] = [];
    if (this.accept('(')) {
      if (!this.at(')')) args = this.list(() => this.hintArgument());
      this.expect(')');
    }
    return { kind: 'hint', name, args, start: name.start, end: this.end };
  }

  private hintArgument(): HintValue | HintOption {
    const key = this.hintValue();
    if (key.kind === 'number' || !this.accept('=')) return key;
    const value = this.hintValue();
    return { kind: 'hintOption', key, value, start: key.start, end: value.end };
  }

  private hintValue(): HintValue {
    if (this.kind === tokenKind.number) return this.number();
    if (this.atString()) return this.stringLiteral();
    return this.anyWord();
  }

  /** A name, reserved words included: hints have names of their own. */
  private anyWord(): Identifier {
    if (this.kind !== tokenKind.reserved) return this.identifier();
    const { start } = this;
    const name = this.source();
    this.position++;
    return { kind: 'identifier', name, quoted: false, start, end: this.end };
  }
}

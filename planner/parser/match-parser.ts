/** Parses MATCH_RECOGNIZE. */
import type { FromItem, TableAlias } from './ast/from.js';
import type {
  AfterMatch,
  MatchRecognize,
  Measure,
  Pattern,
  PatternDefinition,
  PatternRepeat,
  PatternSubset,
} from './ast/match.js';
import type { Identifier } from './ast/node.js';
import { ExpressionParser } from './expression-parser.js';

export abstract class MatchParser extends ExpressionParser {
  protected abstract tableAlias(): TableAlias | undefined;

  /** From MATCH_RECOGNIZE on. */
  protected matchRecognize(input: FromItem): MatchRecognize {
    this.enter();
    this.expectAll('MATCH_RECOGNIZE', '(');
    const partitionBy = this.acceptBoth('PARTITION', 'BY')
      ? this.list(() => this.expression())
      : [];
    const orderBy = this.optionalOrderBy();
    const measures = this.accept('MEASURES') ? this.list(() => this.measure()) : [];
    const rows = this.rowsPerMatch();
    const after = this.afterMatch();
    this.expectAll('PATTERN', '(');
    const anchoredStart = this.accept('^');
    const pattern = this.patternAlternation();
    const anchoredEnd = this.accept('$');
    this.expect(')');
    const within = this.accept('WITHIN') ? this.expression() : undefined;
    const subsets = this.accept('SUBSET') ? this.list(() => this.subset()) : [];
    this.expect('DEFINE');
    const definitions = this.list(() => this.definition());
    this.expect(')');
    this.leave();
    return {
      kind: 'matchRecognize',
      input,
      partitionBy,
      orderBy,
      measures,
      rows,
      after,
      pattern,
      anchoredStart,
      anchoredEnd,
      within,
      subsets,
      definitions,
      alias: this.tableAlias(),
      start: input.start,
      end: this.end,
    };
  }

  private measure(): Measure {
    const { start } = this;
    const expression = this.expression();
    this.expect('AS');
    const alias = this.identifier();
    return { kind: 'measure', expression, alias, start, end: this.end };
  }

  private rowsPerMatch(): MatchRecognize['rows'] {
    let rows: MatchRecognize['rows'];
    if (this.acceptBoth('ONE', 'ROW')) rows = 'ONE ROW';
    else if (this.acceptBoth('ALL', 'ROWS')) rows = 'ALL ROWS';
    else return undefined;
    this.expectAll('PER', 'MATCH');
    return rows;
  }

  private afterMatch(): AfterMatch | undefined {
    const { start } = this;
    if (!this.accept('AFTER')) return undefined;
    this.expectAll('MATCH', 'SKIP');
    let skip: AfterMatch['skip'];
    let variable: Identifier | undefined;
    if (this.accept('PAST')) {
      this.expectAll('LAST', 'ROW');
      skip = 'PAST LAST ROW';
    } else {
      this.expect('TO');
      if (this.acceptBoth('NEXT', 'ROW')) {
        skip = 'TO NEXT ROW';
      } else {
        skip = this.skipsToFirst() ? 'TO FIRST' : 'TO LAST';
        variable = this.identifier();
      }
    }
    return { kind: 'afterMatch', skip, variable, start, end: this.end };
  }

  /** Reads FIRST or LAST where a variable follows; alone they are variables. */
  private skipsToFirst(): boolean {
    if (!this.isNameAt(this.index + 1)) {
      this.note('FIRST');
      this.note('LAST');
      return false;
    }
    if (this.accept('FIRST')) return true;
    this.accept('LAST');
    return false;
  }

  /** `a | b | c`. */
  private patternAlternation(): Pattern {
    this.enter();
    const { start } = this;
    const first = this.patternSequence();
    const parts = [first];
    while (this.accept('|')) parts.push(this.patternSequence());
    this.leave();
    if (parts.length === 1) return first;
    return { kind: 'patternList', form: 'alternation', parts, start, end: this.end };
  }

  /** `a b c`. */
  private patternSequence(): Pattern {
    const { start } = this;
    const first = this.patternRepeat();
    const parts = [first];
    while (this.atPattern()) parts.push(this.patternRepeat());
    if (parts.length === 1) return first;
    return { kind: 'patternList', form: 'sequence', parts, start, end: this.end };
  }

  private atPattern(): boolean {
    return this.atName() || this.at('(') || this.at('{') || this.at('PERMUTE');
  }

  private patternRepeat(): Pattern {
    const { start } = this;
    const pattern = this.patternFactor();
    const bounds = this.patternBounds();
    if (bounds === undefined) return pattern;
    const reluctant = this.accept('?');
    return { kind: 'patternRepeat', pattern, ...bounds, reluctant, start, end: this.end };
  }

  private patternBounds(): Pick<PatternRepeat, 'min' | 'max'> | undefined {
    if (this.accept('*')) return { min: 0, max: undefined };
    if (this.accept('+')) return { min: 1, max: undefined };
    if (this.accept('?')) return { min: 0, max: 1 };
    if (!this.at('{') || this.wordAfter(1) === '-') return undefined;
    this.position++;
    if (this.accept(',')) {
      const max = this.wholeNumber();
      this.expect('}');
      return { min: 0, max };
    }
    const { start } = this;
    const min = this.wholeNumber();
    let max: number | undefined = min;
    if (this.accept(',')) max = this.at('}') ? undefined : this.wholeNumber();
    if (max !== undefined && max < min) {
      this.fail('PARSE_SYNTAX', `The pattern repeats at least ${min}, at most ${max} times`, start);
    }
    this.expect('}');
    return { min, max };
  }

  private patternFactor(): Pattern {
    const { start } = this;
    if (this.accept('(')) {
      const pattern = this.patternAlternation();
      this.expect(')');
      return pattern;
    }
    if (this.accept('{')) {
      this.expect('-');
      const pattern = this.patternAlternation();
      this.expectAll('-', '}');
      return { kind: 'patternExclusion', pattern, start, end: this.end };
    }
    if (this.accept('PERMUTE')) {
      const parts = this.parenthesized(() => this.patternAlternation());
      return { kind: 'patternList', form: 'permute', parts, start, end: this.end };
    }
    const name = this.identifier();
    return { kind: 'patternVariable', name, start, end: this.end };
  }

  private subset(): PatternSubset {
    const name = this.identifier();
    this.expect('=');
    const variables = this.identifiers();
    return { kind: 'patternSubset', name, variables, start: name.start, end: this.end };
  }

  private definition(): PatternDefinition {
    const name = this.identifier();
    this.expect('AS');
    const condition = this.expression();
    return { kind: 'patternDefinition', name, condition, start: name.start, end: this.end };
  }
}

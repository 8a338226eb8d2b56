/** Prints FROM and MATCH_RECOGNIZE. */
import type { FromItem, Join, TableAlias, TableReference } from '../ast/from.js';
import type { Hint, HintOption, HintValue } from '../ast/hint.js';
import type { AfterMatch, MatchRecognize, Pattern, PatternRepeat } from '../ast/match.js';
import { ExpressionPrinter } from './expression-printer.js';
import { words } from './text-printer.js';

export abstract class FromPrinter extends ExpressionPrinter {
  from(node: FromItem): string {
    switch (node.kind) {
      case 'table':
        return this.table(node);
      case 'derivedTable':
        return this.source(node.lateral, `(${this.query(node.query)})`, node.alias);
      case 'tableFunction':
        return this.source(node.lateral, `TABLE(${this.call(node.call)})`, node.alias);
      case 'unnest': {
        const unnest = `UNNEST(${this.expressions(node.operands)})`;
        const ordinality = node.ordinality && 'WITH ORDINALITY';
        return this.source(node.lateral, words(unnest, ordinality), node.alias);
      }
      case 'matchRecognize':
        return this.matchRecognize(node);
      case 'join':
        return this.join(node);
    }
  }

  protected source(lateral: boolean, text: string, alias: TableAlias | undefined): string {
    return words(lateral && 'LATERAL', text, this.alias(alias));
  }

  protected table({ name, hints, asOf, alias }: TableReference): string {
    return words(
      this.name(name),
      this.hints(hints),
      asOf && `FOR SYSTEM_TIME AS OF ${this.expression(asOf)}`,
      this.alias(alias),
    );
  }

  protected alias(alias: TableAlias | undefined): string | undefined {
    return alias && words(`AS ${this.identifier(alias.name)}`, this.columns(alias.columns));
  }

  protected join(node: Join): string {
    const { left, right, on, using } = node;
    const parenthesizeLeft = left.kind === 'join' && left.comma && !node.comma;
    const parenthesizeRight = right.kind === 'join' && (!node.comma || right.comma);
    const leftText = parenthesizeLeft ? `(${this.from(left)})` : this.from(left);
    const rightText = parenthesizeRight ? `(${this.from(right)})` : this.from(right);
    if (node.comma) return `${leftText}, ${rightText}`;
    return words(
      leftText,
      node.natural && 'NATURAL',
      node.type !== 'INNER' && node.type,
      'JOIN',
      rightText,
      on && `ON ${this.expression(on)}`,
      using.length > 0 && `USING ${this.columns(using)}`,
    );
  }

  /* Hints. */

  hints(hints: readonly Hint[]): string {
    if (hints.length === 0) return '';
    return `/*+ ${hints.map((hint) => this.hint(hint)).join(', ')} */`;
  }

  private hint({ name, args }: Hint): string {
    const inside = args.map((argument) => this.hintArgument(argument)).join(', ');
    return args.length === 0 ? this.identifier(name) : `${this.identifier(name)}(${inside})`;
  }

  private hintArgument(node: HintValue | HintOption): string {
    if (node.kind !== 'hintOption') return this.hintValue(node);
    return `${this.hintValue(node.key)} = ${this.hintValue(node.value)}`;
  }

  private hintValue(node: HintValue): string {
    if (node.kind === 'identifier') return this.identifier(node);
    return node.kind === 'string' ? this.string(node) : node.text;
  }

  /* MATCH_RECOGNIZE. */

  private matchRecognize(node: MatchRecognize): string {
    const { input, rows, after, within } = node;
    const nested = input.kind === 'join' || input.kind === 'matchRecognize';
    const measures = node.measures.map(
      ({ expression, alias }) => `${this.expression(expression)} AS ${this.identifier(alias)}`,
    );
    const subsets = node.subsets.map(
      ({ name, variables }) => `${this.identifier(name)} = ${this.columns(variables)}`,
    );
    const definitions = node.definitions.map(
      ({ name, condition }) => `${this.identifier(name)} AS ${this.expression(condition)}`,
    );
    const pattern = words(
      node.anchoredStart && '^',
      this.pattern(node.pattern),
      node.anchoredEnd && '$',
    );
    const inside = words(
      this.partitionBy(node.partitionBy),
      this.orderBy(node.orderBy),
      measures.length > 0 && `MEASURES ${measures.join(', ')}`,
      rows && `${rows} PER MATCH`,
      after && this.afterMatch(after),
      `PATTERN (${pattern})`,
      within && `WITHIN ${this.expression(within)}`,
      subsets.length > 0 && `SUBSET ${subsets.join(', ')}`,
      `DEFINE ${definitions.join(', ')}`,
    );
    return words(
      nested ? `(${this.from(input)})` : this.from(input),
      `MATCH_RECOGNIZE (${inside})`,
      this.alias(node.alias),
    );
  }

  private afterMatch({ skip, variable }: AfterMatch): string {
    return words(`AFTER MATCH SKIP ${skip}`, variable && this.identifier(variable));
  }

  private pattern(node: Pattern): string {
    switch (node.kind) {
      case 'patternVariable':
        return this.identifier(node.name);
      case 'patternExclusion':
        return `{- ${this.pattern(node.pattern)} -}`;
      case 'patternRepeat': {
        const bare = node.pattern.kind === 'patternVariable';
        const inner = bare ? this.pattern(node.pattern) : `(${this.pattern(node.pattern)})`;
        return inner + quantifier(node);
      }
      case 'patternList': {
        const parts = node.parts.map((part) =>
          part.kind === 'patternList' && part.form !== 'permute'
            ? `(${this.pattern(part)})`
            : this.pattern(part),
        );
        if (node.form === 'permute') return `PERMUTE(${parts.join(', ')})`;
        return parts.join(node.form === 'sequence' ? ' ' : ' | ');
      }
    }
  }
}

function quantifier({ min, max, reluctant }: PatternRepeat): string {
  const suffix = reluctant ? '?' : '';
  if (min === 0 && max === undefined) return `*${suffix}`;
  if (min === 1 && max === undefined) return `+${suffix}`;
  if (min === 0 && max === 1) return `?${suffix}`;
  if (min === max) return `{${min}}${suffix}`;
  return `{${min},${max ?? ''}}${suffix}`;
}

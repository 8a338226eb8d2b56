/** The pattern of MATCH_RECOGNIZE, and what of it Flink refuses. */
import type { MatchSkip, PatternVariable } from '../../operators/match/match-spec.js';
import { isEmptyMatch } from '../../operators/match/pattern-graph.js';
import type { MatchRecognize, Pattern } from '../parser/ast/match.js';
import type { Span } from '../parser/ast/node.js';
import type { BindContext } from './context.js';

/** A variable before its condition is known. */
export interface PatternPart extends Omit<PatternVariable, 'condition'>, Span {}

/** The variables one behind the other. @throws PLAN_UNSUPPORTED in Flink's words */
export function bindPattern(item: MatchRecognize, context: BindContext): readonly PatternPart[] {
  refuseClauses(item, context);
  const parts = sequence(item.pattern, context);
  const seen = new Set<string>();
  for (const [i, part] of parts.entries()) {
    if (seen.has(part.name)) {
      const reason = 'Pattern variables must be unique. That might change in the future.';
      throw refused(reason, part, context);
    }
    seen.add(part.name);
    if (isOptional(part) && parts[i - 1]?.greedy === true) {
      throw refused('Optional pattern cannot be preceded by greedy pattern', part, context);
    }
  }
  if (isEmptyMatch(parts.map((part) => ({ ...part, condition: null })))) {
    const reason =
      'Patterns that can produce empty matches are not supported. ' +
      'There must be at least one non-optional state.';
    throw refused(reason, item.pattern, context);
  }
  const last = parts.at(-1);
  if (last?.greedy === true) {
    const reason =
      'Greedy quantifiers are not allowed as the last element of a Pattern yet. ' +
      'Finish your pattern with either a simple variable or reluctant quantifier.';
    throw refused(reason, last, context);
  }
  return parts;
}

/** `?` and `*`; of `{0,n}` Flink does not ask what stands before. */
function isOptional({ min, max }: PatternPart): boolean {
  return min === 0 && (max === 1 || max === null);
}

function refuseClauses(item: MatchRecognize, context: BindContext): void {
  if (item.rows === 'ALL ROWS') {
    throw refused('All rows per match mode is not supported yet.', item, context);
  }
  if (item.anchoredStart || item.anchoredEnd) {
    const anchor = item.anchoredStart ? '^' : '$';
    throw refused(`Anchors (${anchor}) in patterns are not supported.`, item.pattern, context);
  }
  const [subset] = item.subsets;
  if (subset !== undefined) throw refused('SUBSET is not supported.', subset, context);
}

function sequence(pattern: Pattern, context: BindContext): PatternPart[] {
  const no = (what: string): Error => {
    const reason = `Expression not supported. Currently, CEP doesn't support ${what} patterns.`;
    return refused(reason, pattern, context);
  };
  switch (pattern.kind) {
    case 'patternVariable':
      return [{ ...spanOf(pattern), name: pattern.name.name, min: 1, max: 1, greedy: false }];
    case 'patternList':
      if (pattern.form === 'alternation') throw no('branching');
      if (pattern.form === 'permute') throw no('PERMUTE');
      return pattern.parts.flatMap((part) => sequence(part, context));
    case 'patternExclusion':
      throw no("'{-' '-}'");
    case 'patternRepeat':
      return [repeated(pattern, context)];
  }
}

function repeated(
  { pattern, min, max, reluctant, ...span }: Extract<Pattern, { kind: 'patternRepeat' }>,
  context: BindContext,
): PatternPart {
  if (pattern.kind !== 'patternVariable') {
    const reason = 'Expression not supported. Group patterns are not supported yet.';
    throw refused(reason, span, context);
  }
  if (max === 0) {
    const reason = 'The to should be a number greater than or equal to from: 1.';
    throw refused(reason, span, context);
  }
  const isOnce = min === 0 && max === 1;
  if (isOnce && reluctant) {
    throw refused('Reluctant optional variables are not supported yet.', span, context);
  }
  const greedy = !reluctant && !isOnce && min !== max;
  return { ...spanOf(span), name: pattern.name.name, min, max: max ?? null, greedy };
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/** AFTER MATCH; to the next row where nothing is said. @throws BIND_INVALID no such variable */
export function bindSkip(
  { after }: MatchRecognize,
  parts: readonly PatternPart[],
  context: BindContext,
): MatchSkip {
  if (after === undefined || after.skip === 'TO NEXT ROW') return { to: 'next-row', variable: -1 };
  if (after.skip === 'PAST LAST ROW') return { to: 'past-last-row', variable: -1 };
  const name = after.variable?.name ?? '';
  const variable = parts.findIndex((part) => part.name === name);
  if (variable < 0) {
    throw context.error('BIND_INVALID', `Unknown pattern '${name}'`, after.variable ?? after);
  }
  return { to: after.skip === 'TO FIRST' ? 'first' : 'last', variable };
}

export function refused(reason: string, at: Span, context: BindContext): Error {
  return context.error('PLAN_UNSUPPORTED', reason, at);
}

/**
 * The kinds of difference between the engines that have a reason, each told of in
 * `docs/differences.md`, and what proves that a difference is of the kind.
 */
import type { Case } from './case.js';
import { kindOf, type Outcome } from './outcome.js';
import { type PlanNode, takesBack } from './plan.js';

interface Kind {
  readonly name: string;
  /** What Flink says, where it gives no rows. */
  readonly theirs?: RegExp;
  readonly proves?: (made: Case) => boolean;
  /** An operator of Flink's plan. */
  readonly plans?: (node: PlanNode) => boolean;
}

const KINDS: readonly Kind[] = [
  {
    name: 'Flink cannot take apart a query that is correlated with another',
    theirs: /^TableException: unexpected correlate variable \$cor\d+ in the plan$/,
  },
  {
    name: 'Flink fails on a further condition on the time of an interval join',
    theirs: /^ClassCastException: class \S+RexCall cannot be cast to class \S+RexLiteral/,
    proves: ({ operators }) => operators.includes('interval join'),
  },
  {
    name: 'Flink knows the windows of sessions by their ends alone',
    proves: ({ operators }) =>
      operators.includes('session') && operators.some((it) => /^window (?:Top|join)/.test(it)),
    plans: ({ text }) => /^Window(?:Rank|Join|Deduplicate)\(/.test(text),
  },
  {
    name: 'Flink does not take back what was the first row of a Top-1 before',
    plans: ({ text, changes }) =>
      /^Rank\(strategy=\[AppendFast.*rankEnd=1\]/.test(text) && !changes.has('UA'),
  },
  {
    name: 'Flink passes over deletions in an update-fast Top-N',
    plans: (node) =>
      /^(?:Rank|SortLimit)\(.*strategy=\[UpdateFast/.test(node.text) && deletes(node),
  },
  {
    name: 'Flink takes nothing back from a MIN or MAX over changes',
    plans: (node) => /^GroupAggregate\(.*\b(?:MIN|MAX)\(/.test(node.text) && takesBack(node),
  },
  {
    name: 'Flink leaves rows standing that go above the OFFSET',
    plans: ({ text }) => /^SortLimit\(.*offset=\[[1-9].*strategy=\[Retract/.test(text),
  },
  {
    name: 'Flink counts the fields of grouping sets wrongly',
    theirs: /^IndexOutOfBoundsException: \d+$/,
    proves: ({ operators }) => operators.some((it) => it.endsWith('grouping sets')),
  },
  {
    name: 'Flink plans an aggregate over changes with one that takes none',
    theirs:
      /^TableException: This function does not support retraction, Please choose SumWithRetract/,
  },
  {
    name: 'Flink mixes up time attributes that an aggregate has made',
    theirs: /^IllegalArgumentException: Type mismatch:[\s\S]*\*ROWTIME\*/,
  },
  {
    name: 'Flink loses the pattern variables of a MATCH_RECOGNIZE within a sub-query',
    theirs: /^SqlValidatorException: Table '[A-C]' not found$/,
  },
];

/**
 * The name of the kind; null where nothing explains the difference: where Millrace gives no rows
 * nothing does.
 * @param plan Flink's, of a query that it takes
 */
export function explanation(
  made: Case,
  own: Outcome,
  their: Outcome,
  plan: readonly PlanNode[],
): string | null {
  if (!('rows' in own)) return null;
  const found = KINDS.find(
    ({ theirs, proves, plans }) =>
      says(their, theirs) &&
      (proves === undefined || proves(made)) &&
      (plans === undefined || plan.some(plans)),
  );
  return found?.name ?? null;
}

function deletes({ inputs }: PlanNode): boolean {
  return inputs.some(({ changes }) => changes.has('D'));
}

/** Without a pattern it must give rows. */
function says(outcome: Outcome, pattern: RegExp | undefined): boolean {
  if (pattern === undefined) return kindOf(outcome) === 'rows';
  return pattern.test(reasonOf(outcome));
}

export function reasonOf(outcome: Outcome): string {
  if ('refused' in outcome) return outcome.refused;
  return 'failed' in outcome ? outcome.failed : '';
}

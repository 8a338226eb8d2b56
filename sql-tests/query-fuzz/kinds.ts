/**
 * The kinds of difference between the engines that have a reason, each told of in
 * `docs/differences.md`, and what proves that a difference is of the kind.
 */
import type { Case } from './case.js';
import { castsMarked, comparesOthers } from './compared.js';
import { kindOf, type Outcome } from './outcome.js';
import { type PlanNode, takesBack } from './plan.js';

interface Kind {
  readonly name: string;
  /** What Flink says, where it gives no rows. */
  readonly theirs?: RegExp;
  readonly proves?: (made: Case) => boolean;
  /** An operator of Flink's plan. */
  readonly plans?: (node: PlanNode, made: Case, plan: readonly PlanNode[]) => boolean;
}

const KINDS: readonly Kind[] = [
  {
    name: 'Flink cannot take apart a query that is correlated with another',
    theirs: /^TableException: unexpected correlate variable \$cor\d+ in the plan$/,
  },
  {
    name: 'Flink fails on a condition that leaves out points of time',
    theirs: /^ClassCastException: class \S+RexCall cannot be cast to class \S+RexLiteral/,
    proves: (made) => says(made, /\b(?:ts|window_time|x\d+) (?:<>|=|IN) \(?TIMESTAMP '/),
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
    name: 'Flink drops late rows by an OVER that nobody reads',
    proves: ({ tables }) => tables.some(({ late }) => late),
    plans: ({ text, inputs }) =>
      /^Calc\(/.test(text) &&
      !/\bw\d+\$o\d+/.test(text) &&
      inputs.some((input) => input.text.startsWith('OverAggregate(')),
  },
  {
    name: 'Flink counts the fields of grouping sets wrongly',
    theirs:
      /^(?:(?:Array)?IndexOutOf\w+: (?:\d+$|Index)|IllegalArgumentException: must be sorted:)/,
    proves: ({ operators }) => operators.some((it) => it.endsWith('grouping sets')),
  },
  {
    name: 'Flink plans an aggregate over changes with one that takes none',
    theirs:
      /^TableException: This function does not support retraction, Please choose SumWithRetract/,
  },
  {
    name: 'Flink cannot merge an aggregate of windows that are made of slices',
    theirs: /^ValidationException: Could not find an implementation method 'merge' in class/,
  },
  {
    name: 'Flink makes no window aggregate where a condition makes an edge of windows constant',
    theirs: /^TableException: Non-time attribute sort is not supported for bounded OVER window\.$/,
    proves: (made) =>
      says(made, /\bwindow_(?:start|end) (?:= TIMESTAMP '|IN \((TIMESTAMP '[^']*')(?:, \1)*\))/),
  },
  {
    name: 'Flink mixes up time attributes that an aggregate has made',
    theirs: /^IllegalArgumentException: Type mismatch:[\s\S]*\*ROWTIME\*/,
  },
  {
    name: 'Flink refuses a union of a time attribute and what it took for one',
    theirs: /^ValidationException: Union fields with time attributes requires same types/,
    proves: ({ operators }) => operators.includes('set operation'),
  },
  {
    name: 'Flink compares other columns in INTERSECT ALL and EXCEPT ALL',
    plans: comparesOthers,
  },
  {
    name: 'Flink finds all rows of the right in both of INTERSECT ALL with a time attribute',
    plans: castsMarked,
  },
  {
    name: 'Flink makes a time attribute of the timestamp that a rowtime equals in a join',
    plans: (node) => node.text.startsWith('IntervalJoin(') && isCastToTime(node),
  },
  {
    name: 'Flink makes an interval join over changes of a join by a rowtime',
    theirs:
      /^TableException: StreamPhysicalIntervalJoin doesn't support consuming update (?:and |chan)/,
    proves: ({ operators }) => operators.some((it) => it === 'join' || it === 'semi and anti join'),
  },
  {
    name: 'Flink makes no interval join of one whose times are equal as well',
    theirs: /^ValidationException: The window function requires the timecol is a time attribute/,
    proves: (made) =>
      says(
        made,
        /ON (?:l\.(?:ts|window_time) = |l\.\w+ = r\.(?:ts|window_time) AND ).* BETWEEN r\./,
      ),
  },
  {
    name: 'Flink loses the key of a session that is there twice',
    theirs: /^IllegalArgumentException: null$/,
    proves: ({ operators }) => operators.includes('session'),
  },
  {
    name: 'Flink names the values of two OVER alike',
    theirs: /^ValidationException: Field names must be unique\. Found duplicates: \[w0\$o/,
    proves: ({ operators }) => operators.filter((it) => it === 'OVER').length > 1,
  },
  {
    name: 'Flink sums up an average in the type of its argument beside an aggregate of a key',
    proves: ({ tables }) => tables.some(({ rows }) => rows.some(({ cells }) => isExtreme(cells))),
    plans: ({ text, inputs }) =>
      /^Calc\(.*CAST\(\/\(\$f\d+, \$f\d+\) AS (?:SMALLINT|INTEGER|BIGINT)\)/.test(text) &&
      inputs.some((input) => /^GroupAggregate\(.*\bSUM\w*\(/.test(input.text)),
  },
  {
    name: 'Flink refuses a Top-N of which a condition leaves nothing',
    theirs: /^TableException: Rank end should not less than zero/,
  },
  {
    name: 'Flink refuses a Top-N whose order a condition makes constant',
    theirs:
      /^ValidationException: Over Agg: The window rank function requires order by clause with/,
    proves: ({ operators }) => operators.some((it) => it.endsWith('Top-N')),
  },
  {
    name: 'Flink finds no Top-N where a further condition reads the row number',
    theirs: /^TableException: The window can only be ordered by a single time column\.$/,
    proves: ({ operators }) => operators.some((it) => it.endsWith('Top-N')),
  },
  {
    name: 'Flink finds no bytes in a list of constants',
    proves: (made) => says(made, / IN \(x'/),
  },
  {
    name: 'Flink passes over a further equality of a window edge in a window join',
    proves: (made) =>
      says(
        made,
        / = r\.window_end AND (?:l\.window_(?:start|end) = r\.|l\.\w+ = r\.window_(?:start|end))/,
      ),
    plans: ({ text }) => text.startsWith('WindowJoin('),
  },
  {
    name: 'Flink reads the first query alone of a union that a windowing table function is given',
    proves: (made) => says(made, /\b(?:TUMBLE|HOP|CUMULATE|SESSION)\(\(SELECT .* UNION ALL /),
  },
  {
    name: 'Flink takes two equal columns of grouping sets for one',
    theirs: /^IllegalArgumentException: Type mismatch:\nrel rowtype/,
    proves: ({ operators }) => operators.some((it) => it.endsWith('grouping sets')),
  },
  {
    name: 'Flink finds no key in a temporal join whose condition it has folded',
    theirs: /^ValidationException: Currently the join key in Temporal Table Join can not be empty/,
  },
  {
    name: 'Flink cannot fold a constant TIMESTAMP_LTZ in a condition',
    theirs: /^IllegalArgumentException: Literal type TIMESTAMP_WITH_LOCAL_TIME_ZONE is not supp/,
    proves: (made) => says(made, / AS TIMESTAMP_LTZ\(3\)\)/),
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
      answers(their, theirs) &&
      (proves === undefined || proves(made)) &&
      (plans === undefined || plan.some((node) => plans(node, made, plan))),
  );
  return found?.name ?? null;
}

function isCastToTime({ inputs }: PlanNode): boolean {
  return inputs.some(
    (input) =>
      /^Calc\(.*CAST\(\w+ AS TIMESTAMP\(3\) \*ROWTIME\*/.test(input.text) ||
      (input.text.startsWith('Exchange(') && isCastToTime(input)),
  );
}

function deletes({ inputs }: PlanNode): boolean {
  return inputs.some(({ changes }) => changes.has('D'));
}

/** Whether the query, or a view of it, has the text. */
function says({ sql, views }: Case, pattern: RegExp): boolean {
  return [sql, ...views].some((text) => pattern.test(text));
}

/** Whole numbers of which a few, summed up, do not fit their type. */
function isExtreme(cells: readonly unknown[]): boolean {
  return cells.some((cell) =>
    /^-?(?:3276[78]|214748364[78]|922337203685477580[78])$/.test(`${cell}`),
  );
}

/** Without a pattern it must give rows. */
function answers(outcome: Outcome, pattern: RegExp | undefined): boolean {
  if (pattern === undefined) return kindOf(outcome) === 'rows';
  return pattern.test(reasonOf(outcome));
}

export function reasonOf(outcome: Outcome): string {
  if ('refused' in outcome) return outcome.refused;
  return 'failed' in outcome ? outcome.failed : '';
}

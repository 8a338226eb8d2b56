/** What came of a golden file under one profile: data for the report and for `--rewrite`. */
import type { MillraceError } from '../../conf/errors/error.js';
import type { Activity } from './activity.js';
import type { TestRecord } from './case-file.js';
import type { Profile } from './profile.js';

export interface RecordOutcome {
  readonly record: TestRecord;
  /** Lines that stand, or would stand, behind `----`; null where the record expects none. */
  readonly actual: readonly string[] | null;
  /** What else went wrong: a statement failed, a stream's job died, nothing became idle. */
  readonly failure: string | null;
}

export interface CaseOutcome {
  /** As named on the command line, or below the folder named there. */
  readonly file: string;
  readonly profile: Profile;
  /** In order of the file; fewer than it has when `fault` ended it. */
  readonly records: readonly RecordOutcome[];
  /** What the profile did to the jobs. */
  readonly activity: Activity;
  /** Why the file is no test. */
  readonly fault: MillraceError | null;
}

/** True when the record's output is the expected one; output that nobody wrote down is not. */
export function matches({ record, actual }: RecordOutcome): boolean {
  if (actual === null) return true;
  const expected = record.expected ?? [];
  return actual.length === expected.length && actual.every((line, i) => line === expected[i]);
}

export function passes(outcome: RecordOutcome): boolean {
  return outcome.failure === null && matches(outcome);
}

/** The report of `millrace test`: each failure with its place and difference, then one line. */
import { describe } from '../../conf/errors/error.js';
import { activityLine, addActivity } from './activity.js';
import { isChecked } from './case-file.js';
import { difference } from './difference.js';
import { type CaseOutcome, matches, passes, type RecordOutcome } from './outcome.js';

/** The failures of one file under one profile as text; empty when there is none. */
export function failureText(outcome: CaseOutcome): string {
  const parts = outcome.records.filter((it) => !passes(it)).map((it) => recordText(outcome, it));
  if (outcome.fault !== null) parts.push(describe(outcome.fault));
  return parts.join('\n\n');
}

function recordText({ file, profile }: CaseOutcome, outcome: RecordOutcome): string {
  const { record, actual, failure } = outcome;
  const { kind } = record.directive;
  const under = profile.name === 'default' ? '' : ` (profile ${profile.name})`;
  const lines = [`${file}:${record.line}: ${kind.replace('-', ' ')}${under}`];
  if (failure !== null) lines.push(indent(failure));
  if (!matches(outcome)) lines.push(indent(difference(record.expected ?? [], actual ?? [])));
  return lines.join('\n');
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** A line a profile: what it did to the jobs. */
export function activityLines(outcomes: readonly CaseOutcome[]): string[] {
  const profiles = new Set(outcomes.map(({ profile }) => profile));
  return [...profiles].map((profile) => {
    const own = outcomes.filter((outcome) => outcome.profile === profile);
    return activityLine(profile, own.map(({ activity }) => activity).reduce(addActivity));
  });
}

/** `12 files, 240 blocks, 3 profiles: 2 blocks differ.` */
export function summaryLine(outcomes: readonly CaseOutcome[], rewritten: number): string {
  const files = new Set(outcomes.map(({ file }) => file)).size;
  const profiles = new Set(outcomes.map(({ profile }) => profile.name)).size;
  const blocks = new Set(
    outcomes.flatMap(({ file, records }) =>
      records
        .filter(({ record }) => isChecked(record))
        .map(({ record }) => `${file}:${record.line}`),
    ),
  );
  const what = `${count(files, 'file')}, ${count(blocks.size, 'block')}`;
  return `${what}, ${count(profiles, 'profile')}: ${verdict(outcomes, rewritten)}`;
}

function verdict(outcomes: readonly CaseOutcome[], rewritten: number): string {
  const differ = outcomes.flatMap(({ records }) => records.filter((it) => !passes(it))).length;
  const broken = outcomes.filter(({ fault }) => fault !== null).length;
  const parts: string[] = [];
  if (rewritten > 0) parts.push(`${count(rewritten, 'file')} rewritten`);
  if (differ > 0) parts.push(`${count(differ, 'block')} ${differ === 1 ? 'differs' : 'differ'}`);
  if (broken > 0) parts.push(`${count(broken, 'file')} ${broken === 1 ? 'is' : 'are'} no test`);
  return parts.length === 0 ? 'all as expected.' : `${parts.join(', ')}.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/**
 * The forms of date, time and interval texts. Whether the thirty-first of June exists is for
 * whoever computes with it.
 */
import type { DateTimeLiteral, IntervalQualifier, IntervalUnit, TimeUnit } from './ast/literal.js';

const forms: Record<DateTimeLiteral['type'], [form: RegExp, shown: string]> = {
  DATE: [/^\d{1,5}-\d{1,2}-\d{1,2}$/, 'yyyy-MM-dd'],
  TIME: [/^\d{1,2}:\d{1,2}:\d{1,2}(\.\d{1,9})?$/, 'HH:mm:ss[.fraction]'],
  TIMESTAMP: [
    /^\d{1,5}-\d{1,2}-\d{1,2} \d{1,2}:\d{1,2}:\d{1,2}(\.\d{1,9})?$/,
    'yyyy-MM-dd HH:mm:ss[.fraction]',
  ],
  TIMESTAMP_LTZ: [
    /^\d{1,5}-\d{1,2}-\d{1,2} \d{1,2}:\d{1,2}:\d{1,2}(\.\d{1,9})?$/,
    'yyyy-MM-dd HH:mm:ss[.fraction]',
  ],
};

/** The form that a literal's text should have, or `undefined` when it has it. */
export function wrongDateTime(type: DateTimeLiteral['type'], text: string): string | undefined {
  const [form, shown] = forms[type];
  return form.test(text.trim()) ? undefined : shown;
}

const intervalUnits: readonly IntervalUnit[] = [
  'YEAR',
  'QUARTER',
  'MONTH',
  'WEEK',
  'DAY',
  'HOUR',
  'MINUTE',
  'SECOND',
];

/** The interval unit of a keyword, plural or not. */
const intervalWords = new Map<string, IntervalUnit>(
  intervalUnits.flatMap((unit) => [
    [unit, unit],
    [`${unit}S`, unit],
  ]),
);

export function intervalUnit(word: string): IntervalUnit | undefined {
  return intervalWords.get(word);
}

/** The units that may stand behind TO, by the unit before it. */
const spans: Partial<Record<IntervalUnit, readonly IntervalUnit[]>> = {
  YEAR: ['MONTH'],
  DAY: ['HOUR', 'MINUTE', 'SECOND'],
  HOUR: ['MINUTE', 'SECOND'],
  MINUTE: ['SECOND'],
};

export function spanUnits(from: IntervalUnit): readonly IntervalUnit[] {
  return spans[from] ?? [];
}

const daySteps: readonly IntervalUnit[] = ['DAY', 'HOUR', 'MINUTE', 'SECOND'];

/** The form that an interval's text should have, or `undefined` when it has it. */
export function wrongInterval(text: string, qualifier: IntervalQualifier): string | undefined {
  const { from, to } = qualifier;
  const seconds = (to ?? from) === 'SECOND';
  const fraction = seconds ? '(\\.\\d{1,9})?' : '';
  let form = '\\d+';
  let shown = seconds && to === undefined ? 'n[.fraction]' : 'n';
  if (from === 'YEAR' && to !== undefined) {
    form = '\\d+-\\d{1,2}';
    shown = 'years-months';
  } else if (to !== undefined) {
    const steps = daySteps.slice(daySteps.indexOf(from), daySteps.indexOf(to) + 1);
    shown = steps[0] as string;
    for (const step of steps.slice(1)) {
      const separator = step === 'HOUR' ? ' ' : ':';
      form += `${separator}\\d{1,2}`;
      shown += separator + step;
    }
    shown = shown.toLowerCase();
    if (seconds) shown += '[.fraction]';
  }
  return new RegExp(`^[+-]?${form}${fraction}$`).test(text.trim()) ? undefined : shown;
}

const timeUnits: readonly TimeUnit[] = [
  'MILLENNIUM',
  'CENTURY',
  'DECADE',
  'ISOYEAR',
  'ISODOW',
  'DOW',
  'DOY',
  'EPOCH',
  'MILLISECOND',
  'MICROSECOND',
  'NANOSECOND',
];

const timeWords = new Map<string, TimeUnit>([
  ...timeUnits.map((unit): [string, TimeUnit] => [unit, unit]),
  ...intervalWords,
  ...intervalUnits.map((unit): [string, TimeUnit] => [`SQL_TSI_${unit}`, unit]),
  ['SQL_TSI_FRAC_SECOND', 'NANOSECOND'],
  ['SQL_TSI_MICROSECOND', 'MICROSECOND'],
  ['FRAC_SECOND', 'MICROSECOND'],
]);

/** The time unit of a keyword in any of its spellings. */
export function timeUnit(word: string): TimeUnit | undefined {
  return timeWords.get(word);
}

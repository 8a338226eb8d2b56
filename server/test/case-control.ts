/**
 * The control lines of sqllogictest: `skipif`, `onlyif`, `halt` and `hash-threshold`. They say
 * which records of a file run, and are gone when it has been read. A condition stands directly
 * above what it is about: a record, `halt` or `hash-threshold`.
 */
import { didYouMean } from '../../conf/nearest.js';

/** What a golden file can be put to. */
export const ENGINES = ['millrace', 'flink'] as const;
export type Engine = (typeof ENGINES)[number];

export type ControlLine =
  | { readonly kind: 'condition'; readonly runsOn: (engine: Engine) => boolean }
  | { readonly kind: 'halt' }
  /** A query of more values is compared by their hash; 0 for none. */
  | { readonly kind: 'hash-threshold'; readonly values: number };

/** Why a line is none of its form. */
export interface ControlFault {
  readonly kind: 'fault';
  readonly reason: string;
  readonly hint?: string;
}

export const CONTROL_WORDS: readonly string[] = ['skipif', 'onlyif', 'halt', 'hash-threshold'];

/** @returns undefined when the line is no control line */
export function readControl(line: string): ControlLine | ControlFault | undefined {
  const [word = '', name, ...more] = line.trim().split(/\s+/);
  switch (word) {
    case 'skipif':
    case 'onlyif': {
      if (name === undefined || more.length > 0) return fault(`'${word}' takes one engine`);
      if (!(ENGINES as readonly string[]).includes(name)) return unknownEngine(name);
      return { kind: 'condition', runsOn: (engine) => (engine === name) === (word === 'onlyif') };
    }
    case 'halt':
      return name === undefined ? { kind: 'halt' } : fault("'halt' takes nothing");
    case 'hash-threshold':
      if (name === undefined || more.length > 0 || !/^\d{1,9}$/.test(name)) {
        return fault("'hash-threshold' takes one number of values");
      }
      return { kind: 'hash-threshold', values: Number(name) };
    default:
      return undefined;
  }
}

function unknownEngine(name: string): ControlFault {
  const reason = `'${name}' is no engine; there are ${ENGINES.join(' and ')}`;
  const hint = didYouMean(name, ENGINES);
  return hint === undefined ? fault(reason) : { kind: 'fault', reason, hint };
}

function fault(reason: string): ControlFault {
  return { kind: 'fault', reason };
}

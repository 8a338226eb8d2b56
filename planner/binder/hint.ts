/** Hints behind a table's name. */

import { didYouMean } from '../../conf/nearest.js';
import type { Hint, HintOption, HintValue } from '../parser/ast/hint.js';
import type { BindContext } from './context.js';
import type { NamedHint } from './named-hints.js';

/** Hints that name inputs of joins, and have no effect in a stream. */
export const STRATEGIES: readonly string[] = [
  'BROADCAST',
  'SHUFFLE_HASH',
  'SHUFFLE_MERGE',
  'NEST_LOOP',
  'MULTI_JOIN',
];

/**
 * Hints that say how a query is run, not what it means; of them STATE_TTL (`state-ttl.ts`) and
 * LOOKUP (`lookup-hints.ts`) have an effect here.
 */
const ADVICE = new Set([...STRATEGIES, 'STATE_TTL', 'LOOKUP']);

/** The options of OPTIONS hints; the first of a key counts. @throws BIND_INVALID */
export function tableOptions(hints: readonly Hint[], context: BindContext): Record<string, string> {
  const options: Record<string, string> = {};
  for (const hint of hints) {
    const name = hint.name.name.toUpperCase();
    if (name !== 'OPTIONS') {
      checkHint(hint, context);
      continue;
    }
    for (const arg of hint.args) {
      if (arg.kind !== 'hintOption') {
        const reason = "The hint OPTIONS takes pairs: OPTIONS('key' = 'value')";
        throw context.error('BIND_INVALID', reason, arg);
      }
      const key = optionKey(arg);
      if (!Object.hasOwn(options, key)) options[key] = optionValue(arg);
    }
  }
  return options;
}

export function optionKey({ key }: HintOption): string {
  return key.kind === 'identifier' ? key.name : key.value;
}

export function optionValue({ value }: HintOption): string {
  return hintText(value);
}

function hintText(value: HintValue): string {
  if (value.kind === 'identifier') return value.name;
  return value.kind === 'number' ? value.text : value.value;
}

/** The inputs that a hint of a strategy names, each with its place. */
export function namedInputs({ args }: Hint): readonly NamedHint<true>[] {
  const values = args.filter((arg) => arg.kind !== 'hintOption');
  return values.map((value) => ({ name: hintText(value), says: true, at: value }));
}

/** Hints of a SELECT. @throws BIND_INVALID for a hint that the dialect does not have */
export function checkHints(hints: readonly Hint[], context: BindContext): void {
  for (const hint of hints) checkHint(hint, context);
}

function checkHint(hint: Hint, context: BindContext): void {
  const name = hint.name.name.toUpperCase();
  if (STRATEGIES.includes(name) && namedInputs(hint).length === 0) {
    const lacks = `expecting at least one table or view specified in hint ${name}.`;
    const reason = `Invalid hint: ${name}, ${lacks}`;
    throw context.error('BIND_INVALID', reason, hint);
  }
  if (ADVICE.has(name)) return;
  const known = ['OPTIONS', ...ADVICE];
  const reason = `Hint '${hint.name.name}' is unknown; known are ${known.join(', ')}`;
  throw context.error('BIND_INVALID', reason, hint, didYouMean(name, known));
}

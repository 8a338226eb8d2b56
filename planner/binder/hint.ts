/** Hints behind a table's name. */

import { didYouMean } from '../../conf/nearest.js';
import type { Hint, HintOption } from '../parser/ast/hint.js';
import type { BindContext } from './context.js';

/**
 * Hints that say how a query is run, not what it means; of them STATE_TTL (`state-ttl.ts`) and
 * LOOKUP (`lookup-hints.ts`) have an effect here.
 */
const ADVICE = new Set([
  'BROADCAST',
  'SHUFFLE_HASH',
  'SHUFFLE_MERGE',
  'NEST_LOOP',
  'MULTI_JOIN',
  'STATE_TTL',
  'LOOKUP',
]);

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
  if (value.kind === 'identifier') return value.name;
  return value.kind === 'number' ? value.text : value.value;
}

/** Hints of a SELECT. @throws BIND_INVALID for a hint that the dialect does not have */
export function checkHints(hints: readonly Hint[], context: BindContext): void {
  for (const hint of hints) checkHint(hint, context);
}

function checkHint(hint: Hint, context: BindContext): void {
  if (ADVICE.has(hint.name.name.toUpperCase())) return;
  const known = ['OPTIONS', ...ADVICE];
  const reason = `Hint '${hint.name.name}' is unknown; known are ${known.join(', ')}`;
  throw context.error(
    'BIND_INVALID',
    reason,
    hint,
    didYouMean(hint.name.name.toUpperCase(), known),
  );
}

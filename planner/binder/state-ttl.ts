/**
 * The STATE_TTL hints of one SELECT: how long the state of its joins' inputs, and of its
 * aggregate's, lives. Within one hint the last option that names an input counts. Where there is
 * neither a join nor an aggregate they mean nothing.
 */
import { duration } from '../../conf/value/quantity.js';
import type { TtlHint } from '../logical/ttl-hint.js';
import type { Hint } from '../parser/ast/hint.js';
import type { BindContext } from './context.js';
import { optionKey, optionValue } from './hint.js';
import { type NamedHint, NamedHints } from './named-hints.js';

export type StateTtl = Omit<TtlHint, 'input'>;

/** @throws BIND_INVALID */
export function stateTtlHints(hints: readonly Hint[], context: BindContext): NamedHints<StateTtl> {
  return new NamedHints('STATE_TTL', hints, context, read);
}

function read(hint: Hint, context: BindContext): readonly NamedHint<StateTtl>[] {
  const byName = new Map<string, NamedHint<StateTtl>>();
  for (const option of hint.args) {
    if (option.kind !== 'hintOption') {
      const reason = 'Invalid list options in STATE_TTL hint, only support key-value options.';
      throw context.error('BIND_INVALID', reason, option, "Write STATE_TTL('table' = '1 d').");
    }
    const [name, text] = [optionKey(option), optionValue(option)];
    const ms = DURATION.read(text);
    if (ms === undefined) {
      const reason = `Invalid STATE_TTL hint value: '${text}' is not ${DURATION.allowed}`;
      throw context.error('BIND_INVALID', reason, option);
    }
    byName.set(name, { name, says: { text, ms: Math.floor(ms) }, at: option });
  }
  if (byName.size > 0) return [...byName.values()];
  const reason = 'Invalid STATE_TTL hint, expecting at least one key-value options specified.';
  throw context.error('BIND_INVALID', reason, hint);
}

const DURATION = duration();

/** The WINDOW clause: windows by name, and windows over named ones. */
import { didYouMean } from '../../conf/nearest.js';
import type { Identifier } from '../parser/ast/node.js';
import type { NamedWindow, WindowSpecification } from '../parser/ast/window.js';
import type { BindContext } from './context.js';

/** The window that is written, or the named one; one over a named one takes what it lacks of it. */
export function namedWindow(
  over: WindowSpecification | Identifier,
  windows: readonly NamedWindow[],
  context: BindContext,
): WindowSpecification {
  const name = over.kind === 'window' ? over.base : over;
  if (name === undefined) return over as WindowSpecification;
  const names = windows.map((each) => each.name.name);
  const at = names.indexOf(name.name);
  const found = windows[at];
  if (found === undefined) {
    const hint = didYouMean(name.name, names);
    throw context.error('BIND_INVALID', `There is no window '${name.name}'`, name, hint);
  }
  // A window sees only those before it.
  const base = namedWindow(found.window, windows.slice(0, at), context);
  if (over.kind === 'identifier') return base;
  return {
    ...over,
    base: undefined,
    partitionBy: over.partitionBy.length > 0 ? over.partitionBy : base.partitionBy,
    orderBy: over.orderBy.length > 0 ? over.orderBy : base.orderBy,
    frame: over.frame ?? base.frame,
  };
}

import { pathText } from '../catalog/object-path.js';
import type { Found } from '../catalog/session-catalog.js';
import type { Span } from '../parser/ast/node.js';
import type { BindContext } from './context.js';

/** The table's connector. @throws TABLE_OPTION when its options name none */
export function connectorOf(
  found: Found,
  options: Readonly<Record<string, string>>,
  at: Span,
  context: BindContext,
): string {
  const { connector } = options;
  if (connector !== undefined) return connector;
  const reason = `Table '${pathText(found.path)}' declares no connector`;
  throw context.error('TABLE_OPTION', reason, at, "Add 'connector' = '…' to its WITH.");
}

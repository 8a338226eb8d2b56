import type { LogicalNode } from '../logical/node.js';
import type { Scope } from './scope.js';

/** What FROM brings: rows, and what names mean over them. */
export interface BoundFrom {
  readonly node: LogicalNode;
  readonly scope: Scope;
}

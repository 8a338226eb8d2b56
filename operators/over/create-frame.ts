/** The frames of a spec, with their state. */
import type { StateStore } from '../../state/api/store.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { BoundedFrame } from './bounded-frame.js';
import type { Frame } from './frame.js';
import type { OverSpec } from './over-spec.js';
import { UnboundedFrame } from './unbounded-frame.js';

export function createFrame(
  spec: OverSpec,
  input: readonly LogicalType[],
  store: StateStore,
): Frame {
  return spec.frame.preceding === null
    ? new UnboundedFrame(spec, input, store)
    : new BoundedFrame(spec, spec.frame.preceding, input, store);
}

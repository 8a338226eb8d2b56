import type { Sink } from '../core/sink.js';
import type { Source } from '../core/source.js';
import type { NodeSpec } from '../core/spec.js';
import type { SinkSpec } from '../sink/sink-spec.js';

/** Where the runtime gets sources and sinks from. */
export interface Environment {
  source(node: NodeSpec): Source;
  sink(spec: SinkSpec): Sink;
}

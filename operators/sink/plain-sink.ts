/** A sink without a second phase: what is written is out. */
import type { Sink, SinkContext, SinkWriter } from '../core/sink.js';

export function plainSink(open: (context: SinkContext) => SinkWriter): Sink {
  return {
    open: async (context) => open(context),
    commit: async () => {},
    abort: async () => {},
  };
}

/** A writer that keeps nothing back. */
export function plainWriter(write: SinkWriter['write']): SinkWriter {
  return { write, prepare: async () => [], close: async () => {} };
}

import type { Configuration } from '../../conf/configuration.js';
import type { StateBackend } from '../../state/api/store.js';
import type { HomeContext } from '../../state/forst/home.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import type { Sink } from '../core/sink.js';
import type { Source } from '../core/source.js';
import type { NodeSpec } from '../core/spec.js';
import type { SinkSpec } from '../sink/sink-spec.js';

/** What a state backend is made from. */
export type BackendContext = HomeContext;

/** Where the runtime gets sources, sinks and state from. */
export interface Environment {
  source(node: NodeSpec): Source;
  sink(spec: SinkSpec): Sink;
  backend(context: BackendContext): StateBackend;
  /** For operators whose state is synchronous (`state-access.ts`). */
  localBackend(context: BackendContext): StateBackend;
  /** A folder as a user writes it. @throws CONFIG_VALUE for a scheme that is not known */
  fileSystem(root: string, settings: Configuration): FileSystem;
}

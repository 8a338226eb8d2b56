/** Sources and sinks as the connectors make them. */
import { assert } from '../../conf/errors/error.js';
import { openUrl } from '../../state/fs/url.js';
import { createSink } from '../sink/connectors.js';
import { createSource } from '../source/connectors.js';
import { createValues } from '../source/values.js';
import type { Environment } from './environment.js';
import { createBackend, createLocalBackend } from './state.js';

export const connectors: Environment = {
  source({ operator, output }) {
    if (operator.kind === 'values') return createValues(operator, output);
    assert(operator.kind === 'source', 'A stage without inputs begins with a source');
    return createSource(operator);
  },
  sink: (spec) => createSink(spec),
  backend: createBackend,
  localBackend: createLocalBackend,
  fileSystem: openUrl,
};

/** Hands the rows of a SELECT to whoever asked for them (`SinkContext.emit`). */
import { assert } from '../../conf/errors/error.js';
import type { SinkConnector } from './connector.js';
import { plainSink, plainWriter } from './plain-sink.js';

export const collectSink: SinkConnector = {
  name: 'collect',
  validate: () => ({ insertOnly: false, overwritable: false }),
  create: () =>
    plainSink(({ emit }) => {
      assert(emit !== undefined, 'A SELECT has someone to take its rows');
      return plainWriter(emit);
    }),
};

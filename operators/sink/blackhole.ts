/** Takes all rows and does nothing with them, as Flink's connector. */
import { option } from '../../conf/option.js';
import { readTableOptions } from '../../conf/table-options.js';
import type { SinkConnector } from './connector.js';
import { plainSink, plainWriter } from './plain-sink.js';

const blackholeOptions = {
  connector: option.string({ key: 'connector', required: true, doc: "'blackhole'." }),
};

export const blackholeSink: SinkConnector = {
  name: 'blackhole',
  validate(spec, places) {
    readTableOptions(blackholeOptions, spec.options, "connector 'blackhole'", places);
    return { insertOnly: false, overwritable: false };
  },
  create: () => plainSink(() => plainWriter(() => undefined)),
};

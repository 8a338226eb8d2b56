/**
 * The events of an auction site, made by rule and by seed: the load of the Nexmark benchmark.
 * A table has the events of one kind. What makes them is loaded when a split is opened.
 */
import type { Source } from '../../core/source.js';
import type { SourceConnector } from '../connector.js';
import { type DealtSplit, dealtSplits } from '../deal.js';
import type { SourceSpec } from '../source-spec.js';
import { type NexmarkOptions, readNexmarkOptions } from './options.js';
import type { Open } from './reader.js';

export const nexmarkSource: SourceConnector = {
  name: 'nexmark',
  metadata: [],
  validate({ options, schema }, places) {
    const { count } = readNexmarkOptions(options, schema, places);
    return { bounded: Number.isFinite(count), insertOnly: true };
  },
  create: (spec) => createNexmark(spec, readNexmarkOptions(spec.options, spec.schema)),
};

function createNexmark({ schema, columns }: SourceSpec, options: NexmarkOptions): Source {
  const names = columns.map((index) => schema[index]?.name ?? '');
  let reading: Promise<Open> | undefined;
  return {
    bounded: Number.isFinite(options.count),
    splits: async (parallelism) => dealtSplits(parallelism),
    async open(split, context) {
      reading ??= import('./reader.js').then(({ readerOf }) => readerOf(options, names));
      const open = await reading;
      return open(split as DealtSplit, context);
    },
  };
}

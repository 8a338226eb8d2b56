/** Makes rows: random ones or sequences, at a given rate, in blocks that are dealt out. */
import { Random } from '../../../conf/random.js';
import type { OptionPlaces } from '../../../conf/table-options.js';
import { slice } from '../../../state/column/slice.js';
import { Batch } from '../../core/batch.js';
import type { ReadResult, Source, SourceContext, SplitReader } from '../../core/source.js';
import type { SourceConnector } from '../connector.js';
import { type DealtSplit, dealtSplits, rowsOfPart } from '../deal.js';
import type { SourceSpec } from '../source-spec.js';
import { createGenerator, type Generator } from './generator.js';
import { type DatagenOptions, readDatagenOptions } from './options.js';

/** Rows made at once: the random numbers of a row depend on its block and place. */
const BLOCK_ROWS = 1024;

/** Rows that may come at once, as a share of a second's. */
const BURST = 0.01;

interface Table {
  readonly options: DatagenOptions;
  /** One an output column, with its number in the table. */
  readonly generators: readonly { readonly index: number; readonly generator: Generator }[];
  /** Rows of all splits. */
  readonly rows: number;
}

interface DatagenPosition {
  readonly row: number;
  readonly seed: number;
}

export const datagenSource: SourceConnector = {
  name: 'datagen',
  metadata: [],
  validate(spec, places) {
    return { bounded: Number.isFinite(read(spec, places).rows), insertOnly: true };
  },
  create: (spec) => createDatagen(read(spec)),
};

function read(spec: SourceSpec, places?: OptionPlaces): Table {
  const options = readDatagenOptions(spec.options, spec.schema, places);
  const all = spec.schema.map(({ name, type }) => createGenerator(name, type, options));
  // The end of a sequence counts though nobody reads its column.
  const rows = Math.min(
    options.numberOfRows ?? Number.POSITIVE_INFINITY,
    ...all.map((each) => each.rows),
  );
  const generators = spec.columns.map((index) => ({ index, generator: all[index] as Generator }));
  return { options, generators, rows };
}

function createDatagen(table: Table): Source {
  return {
    bounded: Number.isFinite(table.rows),
    async splits(parallelism) {
      return dealtSplits(table.options.parallelism ?? parallelism);
    },
    async open(split, context) {
      return new DatagenReader(table, split as DealtSplit, context);
    },
  };
}

class DatagenReader implements SplitReader {
  readonly #table: Table;
  readonly #split: DealtSplit;
  readonly #context: SourceContext;
  readonly #rows: number;
  readonly #seed: number;
  readonly #startMs: number;
  readonly #startRow: number;
  readonly #rowsPerMs: number;
  readonly #burst: number;
  #row: number;
  #block: Batch | null = null;

  constructor(table: Table, split: DealtSplit, context: SourceContext) {
    this.#table = table;
    this.#split = split;
    this.#context = context;
    this.#rows = rowsOfPart(table.rows, BLOCK_ROWS, split);
    const position = split.position as DatagenPosition | undefined;
    this.#startMs = context.clock.now();
    this.#seed = position?.seed ?? table.options.seed ?? this.#startMs;
    this.#row = position?.row ?? 0;
    this.#startRow = this.#row;
    const perSecond = table.options.rowsPerSecond / split.parts;
    this.#rowsPerMs = perSecond / 1000;
    this.#burst = Math.max(1, Math.floor(perSecond * BURST));
  }

  next(): ReadResult {
    if (this.#row >= this.#rows) return { kind: 'end' };
    const elapsedMs = this.#context.clock.now() - this.#startMs;
    const due = Math.floor(elapsedMs * this.#rowsPerMs) + this.#burst + this.#startRow - this.#row;
    if (due <= 0) {
      const waitMs = (this.#row - this.#startRow - this.#burst + 1) / this.#rowsPerMs;
      return { kind: 'wait', at: this.#startMs + Math.ceil(waitMs) };
    }
    const inBlock = this.#row % BLOCK_ROWS;
    if (this.#block === null || inBlock === 0) this.#block = this.#makeBlock(this.#row - inBlock);
    const left = Math.min(this.#block.rows - inBlock, due, this.#context.batchRows);
    const columns = this.#block.columns.map((each) => slice(each, inBlock, inBlock + left));
    this.#row += left;
    return { kind: 'batch', batch: new Batch(columns, left) };
  }

  position(): DatagenPosition {
    return { row: this.#row, seed: this.#seed };
  }

  progress(): number | undefined {
    return Number.isFinite(this.#rows) ? this.#row / Math.max(1, this.#rows) : undefined;
  }

  close(): void {}

  /** @param from the block's first row in this split */
  #makeBlock(from: number): Batch {
    const { part, parts } = this.#split;
    const count = Math.min(BLOCK_ROWS, this.#rows - from);
    const nowMs = this.#context.clock.now();
    const first = from * parts + part * BLOCK_ROWS;
    const columns = this.#table.generators.map(({ index, generator }) => {
      // Numbers of a column's own: they do not depend on which columns are read.
      const random = new Random((this.#seed + first * 31 + index * 2_654_435_761) % 2 ** 53);
      return generator.make({ count, first, random, nowMs });
    });
    return new Batch(columns, count);
  }
}

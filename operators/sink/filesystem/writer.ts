/** One task's writer of the filesystem sink: an open file, or one a partition. */
import { join } from 'node:path';
import { assert } from '../../../conf/errors/error.js';
import type { Vector } from '../../../state/column/vector.js';
import type { Batch } from '../../core/batch.js';
import { INSERT } from '../../core/row-kind.js';
import type { Committable, SinkContext, SinkWriter } from '../../core/sink.js';
import type { Column } from '../../core/spec.js';
import type { Encoder } from '../../format/scanner.js';
import { PartFile } from './part-file.js';
import { Partitioner } from './partition.js';
import type { FileCommittable, SinkTable } from './sink.js';

/** Of a file: unique over all attempts of a job. The first attempt's has no number of its own. */
function partName({ job, attempt, task }: SinkContext, number: number): string {
  return `part-${job}-${attempt === 0 ? '' : `${attempt}-`}${task}-${number}`;
}

/** Bytes that wait before they are written. */
const BUFFER_BYTES = 1 << 20;

interface Part {
  readonly folder: string;
  readonly encoder: Encoder;
  file: PartFile | null;
}

export class FilesystemWriter implements SinkWriter {
  readonly #table: SinkTable;
  readonly #context: SinkContext;
  readonly #partitioner: Partitioner | null;
  /** Columns that stand in the files. */
  readonly #inFile: readonly number[];
  readonly #parts = new Map<string, Part>();
  readonly #replaced = new Set<string>();
  #done: FileCommittable[] = [];
  #files = 0;

  constructor(table: SinkTable, context: SinkContext) {
    this.#table = table;
    this.#context = context;
    const { columns, partitionKeys, overwrite } = table.spec;
    const keys = partitionKeys.map((name) => {
      const index = columns.findIndex((column) => column.name === name);
      return { index, column: columns[index] as Column };
    });
    this.#partitioner =
      keys.length === 0 ? null : new Partitioner(keys, table.options.defaultPartition);
    this.#inFile = columns.flatMap(({ name }, i) => (partitionKeys.includes(name) ? [] : [i]));
    if (overwrite === true && keys.length === 0) this.#replace(table.root);
  }

  write(batch: Batch): void | Promise<void> {
    const { takesChanges } = this.#table.encoding;
    const isAppended = batch.kinds === null || batch.kinds.every((kind) => kind === INSERT);
    assert(takesChanges || isAppended, 'The format takes only +I');
    const full = this.#partitioner === null ? this.#writeAll(batch) : this.#writeParts(batch);
    if (full.length > 0) return this.#flush(full);
  }

  async prepare(): Promise<readonly Committable[]> {
    for (const part of this.#parts.values()) {
      await this.#drain(part);
      await this.#close(part);
    }
    this.#parts.clear();
    const done = this.#done;
    this.#done = [];
    return done;
  }

  /** What was not prepared is given up. */
  async close(): Promise<void> {
    for (const part of this.#parts.values()) await part.file?.discard();
    this.#parts.clear();
  }

  #writeAll(batch: Batch): Part[] {
    const part = this.#part('');
    part.encoder.encode(this.#fileColumns(batch), batch.selection, batch.count, batch.kinds);
    return this.#isFull(part) ? [part] : [];
  }

  /** Runs of rows of one partition are encoded at once. */
  #writeParts(batch: Batch): Part[] {
    const partitioner = this.#partitioner as Partitioner;
    const columns = this.#fileColumns(batch);
    const rows = batch.selection ?? Int32Array.from({ length: batch.rows }, (_, row) => row);
    const touched = new Set<Part>();
    for (let from = 0; from < rows.length; ) {
      const first = rows[from] as number;
      let to = from + 1;
      while (to < rows.length && partitioner.same(batch.columns, first, rows[to] as number)) to++;
      const part = this.#part(partitioner.folder(batch.columns, first));
      part.encoder.encode(columns, rows.subarray(from, to), to - from, batch.kinds);
      touched.add(part);
      from = to;
    }
    return [...touched].filter((part) => this.#isFull(part));
  }

  #fileColumns(batch: Batch): Vector[] {
    return this.#inFile.map((index) => batch.columns[index] as Vector);
  }

  #part(name: string): Part {
    let part = this.#parts.get(name);
    if (part === undefined) {
      const folder = join(this.#table.root, name);
      part = { folder, encoder: this.#table.encoding.createEncoder(), file: null };
      this.#parts.set(name, part);
      if (this.#table.spec.overwrite === true) this.#replace(folder);
    }
    return part;
  }

  #replace(folder: string): void {
    if (this.#replaced.has(folder)) return;
    this.#replaced.add(folder);
    this.#done.push({ kind: 'replace', folder, keep: `part-${this.#context.job}-` });
  }

  #isFull({ encoder, file }: Part): boolean {
    return encoder.size >= BUFFER_BYTES || (file !== null && this.#isOld(file));
  }

  #isOld(file: PartFile): boolean {
    const { rolloverInterval } = this.#table.options;
    return this.#context.clock.now() - file.openedMs >= rolloverInterval;
  }

  async #flush(parts: readonly Part[]): Promise<void> {
    for (const part of parts) {
      await this.#drain(part);
      const { file } = part;
      if (file === null) continue;
      const large = file.sizeBytes >= this.#table.options.rollingSize;
      if (large || this.#isOld(file)) await this.#close(part);
    }
  }

  async #drain(part: Part): Promise<void> {
    if (part.encoder.size === 0) return;
    const bytes = part.encoder.take();
    if (part.file === null) {
      const { clock } = this.#context;
      const name = `${partName(this.#context, this.#files++)}${this.#table.encoding.extension}`;
      part.file = await PartFile.create(part.folder, name, clock.now());
    }
    await part.file.write(bytes);
    part.encoder.recycle(bytes);
  }

  async #close(part: Part): Promise<void> {
    if (part.file === null) return;
    this.#done.push({ kind: 'file', ...(await part.file.finish()) });
    part.file = null;
  }
}

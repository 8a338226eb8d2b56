/**
 * Writes files below a folder. At a barrier, and at the end of the input, each open file is made
 * durable under a hidden name; committing renames it. So a file is never seen before the checkpoint
 * that it belongs to stands, or without checkpoints before the input has ended.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MillraceError } from '../../../conf/errors/error.js';
import { option } from '../../../conf/option.js';
import { type OptionPlaces, TableOptions, type TableValues } from '../../../conf/table-options.js';
import type { Committable, Sink, SinkContext, SinkWriter } from '../../core/sink.js';
import type { Column } from '../../core/spec.js';
import type { Encoding } from '../../format/format.js';
import { encodingOf } from '../../format/formats.js';
import { filesystemOptions, filesystemSourceOptions } from '../../source/filesystem/options.js';
import { localPath } from '../../source/filesystem/path.js';
import { lookupOptions } from '../../source/lookup/options.js';
import type { SinkConnector } from '../connector.js';
import type { SinkSpec } from '../sink-spec.js';
import { type PendingFile, publish, unwritable } from './part-file.js';
import { FilesystemWriter } from './writer.js';

const filesystemSinkOptions = {
  ...filesystemOptions,
  rollingSize: option.memorySize({
    key: 'sink.rolling-policy.file-size',
    default: 128 * 1024 * 1024,
    min: 1,
    doc: 'A file that has reached this size is closed and another begun.',
  }),
  rolloverInterval: option.duration({
    key: 'sink.rolling-policy.rollover-interval',
    default: 30 * 60_000,
    min: 1,
    doc: 'A file that has been open for so long is closed when the next rows come.',
  }),
  checkInterval: option.duration({
    key: 'sink.rolling-policy.check-interval',
    default: 60_000,
    min: 1,
    doc:
      'Taken for the sake of scripts for Flink: here the rollover interval is checked ' +
      'with every batch.',
  }),
};

export interface SinkTable {
  readonly root: string;
  readonly options: TableValues<typeof filesystemSinkOptions>;
  readonly encoding: Encoding;
  readonly spec: SinkSpec;
}

/** What a writer hands to the job. Plain data. */
export type FileCommittable =
  | ({ readonly kind: 'file' } & PendingFile)
  /** INSERT OVERWRITE: files of the folder that are not of this job go. */
  | { readonly kind: 'replace'; readonly folder: string; readonly keep: string };

export const filesystemSink: SinkConnector = {
  name: 'filesystem',
  validate(spec, places) {
    const { encoding } = read(spec, places);
    const { takesChanges } = encoding;
    const changes = takesChanges ? { insertOnly: false, retracts: true } : { insertOnly: true };
    return { ...changes, overwritable: true };
  },
  create: (spec) => new FilesystemSink(read(spec)),
};

function read(spec: SinkSpec, places?: OptionPlaces): SinkTable {
  const record = new TableOptions("connector 'filesystem'", spec.options, places);
  const options = record.read(filesystemSinkOptions);
  // What says how the table is read may stand at one that is written too.
  record.read(filesystemSourceOptions);
  record.read(lookupOptions);
  const encoding = encodingOf(options.format, record, fileColumns(spec));
  record.refuseRest();
  return { root: localPath(options.path), options, encoding, spec };
}

function fileColumns({ columns, partitionKeys }: SinkSpec): readonly Column[] {
  const inFile = columns.filter((column) => !partitionKeys.includes(column.name));
  if (inFile.length > 0) return inFile;
  throw new MillraceError('TABLE_OPTION', 'All columns are partition keys; a file would be empty');
}

class FilesystemSink implements Sink {
  readonly #table: SinkTable;

  constructor(table: SinkTable) {
    this.#table = table;
  }

  async open(context: SinkContext): Promise<SinkWriter> {
    return new FilesystemWriter(this.#table, context);
  }

  async commit(committables: readonly Committable[]): Promise<void> {
    const all = committables as readonly FileCommittable[];
    for (const each of all) if (each.kind === 'replace') await replace(each.folder, each.keep);
    for (const each of all) if (each.kind === 'file') await publish(each);
  }

  async abort(committables: readonly Committable[]): Promise<void> {
    for (const each of committables as readonly FileCommittable[]) {
      if (each.kind === 'file') await rm(each.temporary, { force: true });
    }
  }

  async sweep({ job }: { readonly job: string }): Promise<void> {
    await removePending(this.#table.root, `.part-${job}-`);
  }
}

/** Removes the pending files of a job, in the folder and in those of its partitions. */
async function removePending(folder: string, prefix: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    return unwritable(folder, error);
  });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removePending(path, prefix);
    else if (entry.name.startsWith(prefix)) await rm(path, { force: true });
  }
}

/** Removes the files of a folder whose names do not begin with `keep`. */
async function replace(folder: string, keep: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    return unwritable(folder, error);
  });
  for (const entry of entries) {
    if (!entry.isFile() || /^[._]/.test(entry.name) || entry.name.startsWith(keep)) continue;
    await rm(join(folder, entry.name), { force: true });
  }
}

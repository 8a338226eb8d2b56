/** The options of the filesystem connector, as Flink's documentation has them. */
import { option } from '../../../conf/option.js';
import type { TableValues } from '../../../conf/table-options.js';

export const filesystemOptions = {
  connector: option.string({ key: 'connector', required: true, doc: "'filesystem'." }),
  path: option.string({
    key: 'path',
    required: true,
    doc: 'A file, or a folder whose files are read and written; with or without file://.',
  }),
  format: option.string({
    key: 'format',
    required: true,
    doc: 'How records stand in the files: csv, json or parquet.',
  }),
  defaultPartition: option.string({
    key: 'partition.default-name',
    default: '__DEFAULT_PARTITION__',
    doc: 'The folder name of a partition whose value is NULL or an empty string.',
  }),
};

export const filesystemSourceOptions = {
  ...filesystemOptions,
  monitorInterval: option.duration({
    key: 'source.monitor-interval',
    min: 1,
    doc:
      'How often the folder is looked through for new files; unless set, the table is ' +
      'read once.',
  }),
  pathPattern: option.string({
    key: 'source.path.regex-pattern',
    check: isPattern,
    allowed: 'a regular expression over the whole absolute path',
    doc: 'Only files whose absolute path matches this regular expression as a whole are read.',
  }),
};

export type FilesystemSourceOptions = TableValues<typeof filesystemSourceOptions>;

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

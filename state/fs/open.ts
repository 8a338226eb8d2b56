/** Opens a file system by its description, in whatever thread. */
import { assert } from '../../conf/errors/error.js';
import { StagingFileSystem } from '../cache/staging.js';
import type { FileSystem, FileSystemSpec } from './file-system.js';
import { LocalFileSystem } from './local.js';

export function openFileSystem(spec: FileSystemSpec): FileSystem {
  if (spec.primary !== undefined) {
    return new StagingFileSystem(openFileSystem(spec.primary), spec);
  }
  assert(spec.scheme === 'file', `'${spec.scheme}' is a file system that threads can open`);
  return new LocalFileSystem(spec.folder);
}

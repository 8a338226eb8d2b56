/** Opens a file system by its description, in whatever thread. */
import { assert } from '../../conf/errors/error.js';
import { StagingFileSystem } from '../cache/staging.js';
import type { FileSystem, FileSystemSpec } from './file-system.js';
import { LocalFileSystem } from './local.js';
import { OverlayFileSystem } from './overlay.js';
import { S3FileSystem } from './s3.js';

export function openFileSystem(spec: FileSystemSpec): FileSystem {
  if (spec.primary !== undefined) {
    return new StagingFileSystem(openFileSystem(spec.primary), spec.folder);
  }
  if (spec.restored !== undefined) {
    const { restored, ...own } = spec;
    return new OverlayFileSystem(openFileSystem(own), openFileSystem(restored));
  }
  if (spec.s3 !== undefined) return new S3FileSystem(spec.folder, spec.s3);
  assert(spec.scheme === 'file', `'${spec.scheme}' is a file system that threads can open`);
  return new LocalFileSystem(spec.folder);
}

/** Opens a file system by its description, in whatever thread. */
import { unreachable } from '../../conf/errors/error.js';
import type { FileSystem, FileSystemSpec } from './file-system.js';
import { LocalFileSystem } from './local.js';

export function openFileSystem(spec: FileSystemSpec): FileSystem {
  if (spec.scheme === 'file') return new LocalFileSystem(spec.folder);
  return unreachable(spec.scheme as never);
}

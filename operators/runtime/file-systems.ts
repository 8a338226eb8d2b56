/** File systems by how a user names a folder. */
import { fileURLToPath } from 'node:url';
import { MillraceError } from '../../conf/errors/error.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { LocalFileSystem } from '../../state/fs/local.js';

/** @throws CONFIG_VALUE for a scheme that is not known */
export function openFileSystem(root: string): FileSystem {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(root)?.[1]?.toLowerCase();
  if (scheme === undefined) return new LocalFileSystem(root);
  if (scheme === 'file') return new LocalFileSystem(localPath(root));
  const reason = `'${root}' has the scheme '${scheme}'; known is file`;
  throw new MillraceError('CONFIG_VALUE', reason);
}

function localPath(root: string): string {
  return root.startsWith('file://') ? fileURLToPath(root) : root.slice('file:'.length);
}

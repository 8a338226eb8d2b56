/** What an error of Node's file calls means to a user: missing, refused, or to be tried again. */
import { MillraceError } from '../../conf/errors/error.js';

const REFUSED: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
  ENAMETOOLONG: 'the name is too long',
};

/** @param place the file as a user knows it */
export function localError(place: string, cause: unknown): MillraceError {
  if (cause instanceof MillraceError) return cause;
  const code = (cause as { code?: unknown }).code;
  if (code === 'ENOENT') {
    return new MillraceError('FILE_MISSING', `There is no file ${place}`, { cause });
  }
  const refused = typeof code === 'string' ? REFUSED[code] : undefined;
  if (refused !== undefined) {
    return new MillraceError('FILE_REFUSED', `${place}: ${refused}`, { cause });
  }
  return new MillraceError('FILE_UNREACHABLE', `${place}: ${String(cause)}`, { cause });
}

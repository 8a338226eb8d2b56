import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { MillraceError } from '../../conf/errors/error.js';

/** @throws DATA_FILE */
export function readSqlFile(file: string): string {
  const bytes = readBytes(file);
  if (isUtf8(bytes)) return bytes.toString();
  throw new MillraceError('DATA_FILE', 'The script is not UTF-8', { place: { file } });
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : code;
    throw new MillraceError('DATA_FILE', `The script cannot be read: ${why}`, {
      place: { file },
      cause,
    });
  }
}

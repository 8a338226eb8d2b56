import { readFileSync } from 'node:fs';
import { MillraceError } from '../../conf/errors/error.js';

/** @throws DATA_FILE */
export function readSqlFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : code;
    throw new MillraceError('DATA_FILE', `The script cannot be read: ${why}`, {
      place: { file },
      cause,
    });
  }
}

/**
 * Folds what Flink wrote of a ranking of one place. Its sink is told of a row that takes the place
 * of another, but not to take that one back: the last row of a key stands.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Row = Readonly<Record<string, unknown>>;

/** Columns that tell the rows of a query apart. */
export const keysOfTop1: Readonly<Record<string, readonly string[]>> = {
  q9: ['id'],
  q18: ['bidder', 'auction'],
};

/** Leaves one file with one change for each key. @param folder with files in the order of names */
export function foldByKey(folder: string, keys: readonly string[]): void {
  const stands = new Map<string, string>();
  for (const name of readdirSync(folder).sort()) {
    const file = join(folder, name);
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      const { op, before, after } = JSON.parse(line) as { op: string; before: Row; after: Row };
      const row = op === 'd' ? before : after;
      const key = JSON.stringify(keys.map((column) => row[column]));
      if (op === 'd') stands.delete(key);
      else stands.set(key, line);
    }
    rmSync(file);
  }
  writeFileSync(join(folder, 'folded'), [...stands.values(), ''].join('\n'));
}

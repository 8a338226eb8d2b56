/** The golden files of `sql-tests/cases`, each with what a real Flink says of it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseCaseFile, type TestRecord } from '../server/test/case-file.js';
import { caseFiles } from '../server/test/command.js';
import { type OracleLine, oracleLineOf } from './oracle/oracle-record.js';

/** The folder of the project. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

const CASES = 'sql-tests/cases';

export interface Golden {
  /** Below `sql-tests/cases`. */
  readonly path: string;
  readonly text: string;
  /** Null where no real Flink was asked. */
  readonly oracle: OracleLine | null;
}

export function goldens(): readonly Golden[] {
  return caseFiles(CASES, root).map((file) => {
    const text = readFileSync(resolve(root, file), 'utf8');
    return {
      path: file.slice(file.indexOf(CASES) + CASES.length + 1),
      text,
      oracle: oracleLineOf(text),
    };
  });
}

/** Those that a real Flink gives the same for. */
export function agreedGoldens(): readonly Golden[] {
  return goldens().filter(({ oracle }) => oracle?.verdict === 'same');
}

export function recordsOf({ text, path }: Golden): readonly TestRecord[] {
  return parseCaseFile(text, path);
}

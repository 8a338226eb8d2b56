/**
 * `--engine millrace,flink`: both engines read the same files. Flink writes the changes of a query
 * as lines of JSON, which are read back, folded and hashed like the output of the other. What Flink
 * cannot run is told by `naive.ts`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Flink } from '../../sql-tests/oracle/flink.js';
import { askProcess } from './ask-process.js';
import { foldByKey, keysOfTop1 } from './fold.js';
import { naive } from './naive.js';
import { type Events, isRan, outputText, type QueryAnswer, sameOutput } from './plan.js';
import { writeEvents } from './run-query.js';
import {
  answerTable,
  fileOptions,
  queryText,
  siteTables,
  tableOfFiles,
  writesFiles,
} from './tables.js';

/** Flink has no functions in JavaScript. */
const COUNT_CHAR = /count_char\((\w+), '(\w)'\)/;
const IN_FLINK = "CHAR_LENGTH($1) - CHAR_LENGTH(REPLACE($1, '$2', ''))";

/** What a query may take there. */
const LONGEST_SECONDS = 3600;

type Print = (...cells: readonly string[]) => void;

/** @returns how many outputs differ */
export async function compareWithFlink(
  queries: readonly string[],
  events: Events,
  print: Print,
): Promise<number> {
  const files = mkdtempSync(join(tmpdir(), 'millrace-nexmark-files-'));
  const flink = new Flink('long');
  let wrong = 0;
  try {
    await writeEvents(events, files);
    await openTables(flink, files);
    print('query', 'Millrace', 'other', 'its output', '');
    print(...Array<string>(5).fill('---'));
    for (const query of queries) {
      const ask = (answer?: string): QueryAnswer => {
        const other = answer === undefined ? {} : { answer };
        return askProcess({ query, events, files, settings: {}, ...other }, false).answer;
      };
      const ours = ask();
      if (!isRan(ours)) {
        print(query, 'refused', '', '', '');
        continue;
      }
      const other = await askOther(query, flink, files);
      const theirs = other.answer === undefined ? undefined : ask(other.answer);
      const isSame = isRan(theirs) && sameOutput(ours.output, theirs.output);
      if (isRan(theirs) && !isSame) wrong++;
      const shown = isRan(theirs) ? outputText(theirs.output) : 'did not run';
      const verdict = isRan(theirs) ? (isSame ? 'same' : '**differs**') : '';
      print(query, outputText(ours.output), other.name, shown, verdict);
    }
  } finally {
    await flink.close();
    rmSync(files, { recursive: true, force: true });
  }
  return wrong;
}

async function openTables(flink: Flink, files: string): Promise<void> {
  await flink.ask({ op: 'open', options: {} });
  for (const table of siteTables) {
    const { ok, causes = [] } = await flink.ask({ op: 'execute', sql: tableOfFiles(table, files) });
    if (!ok) throw new Error(`Flink: ${causes.join('\n')}`);
  }
}

interface Other {
  readonly name: 'Flink' | 'naive';
  /** Where the changes are; undefined when it does not run the query. */
  readonly answer?: string;
}

async function askOther(query: string, flink: Flink, files: string): Promise<Other> {
  const answer = join(files, `answer-${query}`);
  const byHand = naive[query];
  if (byHand !== undefined) {
    byHand(files, answer);
    return { name: 'naive', answer };
  }
  const sink = writesFiles(query)
    ? fileOptions(answer)
    : { connector: 'filesystem', path: answer, format: 'debezium-json' };
  const sql = answerTable(query, queryText(query).replace(COUNT_CHAR, IN_FLINK), sink);
  const { ok, causes = [] } = await flink.ask({ op: 'execute', sql, seconds: LONGEST_SECONDS });
  if (!ok) process.stderr.write(`${query}: ${causes.join('\n').slice(-500)}\n`);
  await flink.ask({ op: 'execute', sql: 'DROP TABLE IF EXISTS answer' });
  const keys = keysOfTop1[query];
  if (ok && keys !== undefined) foldByKey(answer, keys);
  return { name: 'Flink', ...(ok ? { answer } : {}) };
}

/**
 * `npm run oracle -- [PATHS] [--record] [--sample N --seed N]`: puts golden files to a real Flink
 * and prints where they differ from what the file says of it. `--record` writes verdict and record;
 * a file that differs needs its reason in its `# oracle:` line before. `--sample` draws N of the
 * files. Exit code 0 when every verdict is the one that stands.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../conf/random.js';
import { parseCaseFile } from '../../server/test/case-file.js';
import { Flink } from './flink.js';
import { type Judged, judgeFile } from './judge.js';
import {
  oracleLineOf,
  recordPath,
  recordText,
  verdictOfFile,
  withOracleLine,
} from './oracle-record.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    record: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});

function casesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.slt'))
    .sort()
    .map((name) => join(path, name));
}

/** N of the files by the seed, in their order; all of them without N. */
function drawn(files: readonly string[]): readonly string[] {
  if (values.sample === undefined) return files;
  const random = new Random(Number(values.seed));
  const left = [...files];
  const chosen = new Set<string>();
  while (chosen.size < Number(values.sample) && left.length > 0) {
    for (const file of left.splice(random.nextInt(0, left.length - 1), 1)) chosen.add(file);
  }
  return files.filter((file) => chosen.has(file));
}

async function judge(file: string, text: string, flink: Flink): Promise<readonly Judged[]> {
  const ownFolder = mkdtempSync(join(tmpdir(), 'millrace-oracle-'));
  const caseFolder = resolve(dirname(file));
  try {
    const records = parseCaseFile(text, file, 'flink');
    return await judgeFile(records, flink, file, { ownFolder, caseFolder });
  } finally {
    rmSync(ownFolder, { recursive: true, force: true });
  }
}

/** @returns whether the file's verdict is the one that stands in it, or was written into it */
function settle(file: string, text: string, judged: readonly Judged[], version: string): boolean {
  const found = verdictOfFile(judged);
  const said = oracleLineOf(text);
  if (found !== said?.verdict) {
    const canWrite = values.record && found === 'same';
    if (!canWrite) {
      for (const { record, verdict } of judged) {
        if (verdict.kind === 'same') continue;
        const what = verdict.kind === 'differs' ? verdict.what : `not run: ${verdict.why}`;
        const { kind } = record.directive;
        console.log(`${file}:${record.line}: ${kind}\n  ${what.replaceAll('\n', '\n  ')}\n`);
      }
      return false;
    }
  }
  if (!values.record) return true;
  const line = found === 'same' || said === null ? { verdict: found, reason: '' } : said;
  const written = withOracleLine(text, line);
  writeFileSync(file, written);
  writeFileSync(recordPath(file), recordText(version, text, judged));
  return true;
}

const files = drawn(
  (positionals.length === 0 ? ['sql-tests/cases'] : positionals).flatMap(casesBelow),
);
const flink = new Flink();
const { version = '' } = await flink.ask({ op: 'version' });
const counts = { same: 0, differs: 0, 'not run': 0 };
let unsettled = 0;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  if (oracleLineOf(text)?.verdict === 'not run') {
    counts['not run']++;
    if (values.record) writeFileSync(recordPath(file), recordText(version, text, []));
    continue;
  }
  const judged = await judge(file, text, flink);
  counts[verdictOfFile(judged)]++;
  if (!settle(file, text, judged, version)) unsettled++;
}
await flink.close();
console.log(
  `Flink ${version}: ${files.length} files, ${counts.same} same, ${counts.differs} differ, ` +
    `${counts['not run']} not run; ${unsettled} not as they say.`,
);
process.exitCode = unsettled === 0 ? 0 : 1;

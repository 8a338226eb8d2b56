/**
 * `npm run oracle [PATHS]`: puts golden files to a real Flink and prints where they differ. Exit code
 * 0 when no record differs.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseCaseFile } from '../../server/test/case-file.js';
import { Flink } from './flink.js';
import { type Judged, judgeFile } from './judge.js';

function casesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.slt'))
    .sort()
    .map((name) => join(path, name));
}

async function judge(file: string, flink: Flink): Promise<readonly Judged[]> {
  const ownFolder = mkdtempSync(join(tmpdir(), 'millrace-oracle-'));
  try {
    const records = parseCaseFile(readFileSync(file, 'utf8'), file);
    return await judgeFile(records, flink, file, {
      ownFolder,
      caseFolder: resolve(dirname(file)),
    });
  } finally {
    rmSync(ownFolder, { recursive: true, force: true });
  }
}

const paths = process.argv.slice(2);
const files = (paths.length === 0 ? ['sql-tests/cases'] : paths).flatMap(casesBelow);
const flink = new Flink();
const { version } = await flink.ask({ op: 'version' });
const counts = { same: 0, differs: 0, 'not run': 0 };
for (const file of files) {
  for (const { record, verdict } of await judge(file, flink)) {
    counts[verdict.kind]++;
    if (verdict.kind === 'same') continue;
    const text = verdict.kind === 'differs' ? verdict.what : `not run: ${verdict.why}`;
    const { kind } = record.directive;
    console.log(`${file}:${record.line}: ${kind}\n  ${text.replaceAll('\n', '\n  ')}\n`);
  }
}
await flink.close();
const { same, differs } = counts;
console.log(
  `Flink ${version}: ${files.length} files, ${same} records same, ${differs} differ, ` +
    `${counts['not run']} not run.`,
);
process.exitCode = differs === 0 ? 0 : 1;

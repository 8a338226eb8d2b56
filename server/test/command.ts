/** `millrace test [PATHS] [--rewrite] [--profile NAME]…`: runs golden SQL tests and reports. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, MillraceError } from '../../conf/errors/error.js';
import { readArguments } from '../cli/arguments.js';
import { type CaseFile, runCase } from './case-run.js';
import { type CaseOutcome, passes } from './outcome.js';
import { chooseProfiles, type Profile, profileFolder } from './profile.js';
import { activityLines, failureText, summaryLine } from './report.js';
import { rewriteExpected } from './rewrite.js';

export interface TestCommandInput {
  /** What follows `test` on the command line. */
  readonly args: readonly string[];
  readonly workingDirectory: string;
  /** Only CI is read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Takes a line of the report, or several. */
  readonly print: (text: string) => void;
}

const USAGE = 'millrace test [PATHS] [--rewrite] [--profile NAME]…';
const FLAGS = {
  rewrite: { type: 'boolean', default: false },
  profile: { type: 'string', multiple: true, default: [] as string[] },
} as const;
const DEFAULT_PATH = 'sql-tests/cases';

/** @returns the exit code: 0 all as expected, 1 some differ, 2 a file or the call is no test */
export async function testCommand(input: TestCommandInput): Promise<0 | 1 | 2> {
  try {
    return await run(input);
  } catch (error) {
    if (!(error instanceof MillraceError)) throw error;
    input.print(describe(error));
    return 2;
  }
}

async function run({ args, workingDirectory, environment, print }: TestCommandInput) {
  const { values, positionals: paths } = readArguments(args, FLAGS, Number.POSITIVE_INFINITY);
  const rewrite = values.rewrite === true;
  const names = values.profile as string[];
  if (rewrite && environment.CI) {
    throw new MillraceError('CLI_USAGE', "'--rewrite' is refused where CI is set", {
      hint: 'Rewrite at home, read what changed, commit it.',
    });
  }
  const profiles = chooseProfiles(names, profileFolder(workingDirectory));
  const chosen = paths.length === 0 ? [DEFAULT_PATH] : paths;
  const files = chosen.flatMap((path) => caseFiles(path, workingDirectory));
  const outcomes: CaseOutcome[] = [];
  let rewritten = 0;
  for (const file of files) {
    const path = resolve(workingDirectory, file);
    if (rewrite && (await rewriteFile(file, path, profiles[0] as Profile))) rewritten++;
    const read = readCase(file, path);
    for (const profile of profiles) {
      const outcome = await runCase(read, profile);
      outcomes.push(outcome);
      const failures = failureText(outcome);
      if (failures !== '') print(`${failures}\n`);
    }
  }
  if (names.length > 0) {
    for (const line of activityLines(outcomes)) print(line);
  }
  print(summaryLine(outcomes, rewritten));
  if (outcomes.some(({ fault }) => fault !== null)) return 2;
  return outcomes.every(({ records }) => records.every(passes)) ? 0 : 1;
}

/** The file, or every `*.slt` below the folder, by name. */
export function caseFiles(path: string, workingDirectory: string): string[] {
  const full = resolve(workingDirectory, path);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (stat === undefined) {
    throw new MillraceError('CLI_USAGE', `There is no file or folder '${path}'`, { hint: USAGE });
  }
  if (stat.isFile()) return [path];
  const found = readdirSync(full, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.slt'))
    .map((name) => join(path, name));
  if (found.length === 0) {
    throw new MillraceError('CLI_USAGE', `There is no golden file (*.slt) below '${path}'`, {
      hint: USAGE,
    });
  }
  return found.sort();
}

export function readCase(file: string, path: string): CaseFile {
  return { file, folder: dirname(path), text: readFileSync(path, 'utf8') };
}

/** @returns true when the file changed */
async function rewriteFile(file: string, path: string, profile: Profile): Promise<boolean> {
  const read = readCase(file, path);
  const { records } = await runCase(read, profile);
  const written = rewriteExpected(read.text, records);
  if (written === read.text) return false;
  writeFileSync(path, written);
  return true;
}

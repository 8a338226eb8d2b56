/** Runs golden files: every file under every profile, each in a session of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../conf/clock.js';
import { MillraceError } from '../../conf/errors/error.js';
import { parseCaseFile } from './case-file.js';
import { CaseSession } from './case-session.js';
import type { Limit } from './case-streams.js';
import type { CaseOutcome, RecordOutcome } from './outcome.js';
import type { Profile } from './profile.js';

/** Far beyond what any case needs; only a dataflow that never rests meets it. */
export const DEFAULT_LIMIT: Limit = { clock: systemClock, ms: 60_000 };

export interface CaseFile {
  /** As shown in messages. */
  readonly file: string;
  /** `${case}`: the full path of the folder that the file stands in. */
  readonly folder: string;
  readonly text: string;
}

export async function runCase(
  { file, folder, text }: CaseFile,
  profile: Profile,
  limit: Limit = DEFAULT_LIMIT,
): Promise<CaseOutcome> {
  const records: RecordOutcome[] = [];
  const ownFolder = mkdtempSync(join(tmpdir(), 'millrace-test-'));
  const place = { file, caseFolder: folder, ownFolder };
  const session = new CaseSession(place, profile, limit);
  let fault: MillraceError | null = null;
  try {
    for (const record of parseCaseFile(text, file)) records.push(await session.run(record));
  } catch (error) {
    if (!(error instanceof MillraceError)) throw error;
    fault = error;
  } finally {
    await session.close();
    rmSync(ownFolder, { recursive: true, force: true });
  }
  return { file, profile, records, activity: session.activity, fault };
}

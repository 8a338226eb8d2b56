/** All golden cases under all profiles, by the code of `millrace test`; one test a file. */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCase } from '../server/test/case-run.js';
import { caseFiles, readCase } from '../server/test/command.js';
import { loadProfiles, profileFolder } from '../server/test/profile.js';
import { failureText } from '../server/test/report.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const profiles = loadProfiles(profileFolder(root));

for (const file of caseFiles('sql-tests/cases', root)) {
  test(file, async () => {
    const read = readCase(file, resolve(root, file));
    for (const profile of profiles) {
      const failures = failureText(await runCase(read, profile));
      if (failures !== '') assert.fail(`\n${failures}`);
    }
  });
}

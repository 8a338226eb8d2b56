/**
 * All golden cases by the code of `millrace test`; one test a file. With `CI` set under all
 * profiles, else under four that differ in batches, tasks, kills and where state is.
 */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCase } from '../server/test/case-run.js';
import { caseFiles, readCase } from '../server/test/command.js';
import { chooseProfiles, profileFolder } from '../server/test/profile.js';
import { failureText } from '../server/test/report.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const few = ['default', 'batch-7-parallel-4', 'recover', 'forst-recover'];
const names = process.env.CI === undefined ? few : ['all'];
const profiles = chooseProfiles(names, profileFolder(root));

for (const file of caseFiles('sql-tests/cases', root)) {
  test(file, async () => {
    const read = readCase(file, resolve(root, file));
    for (const profile of profiles) {
      const failures = failureText(await runCase(read, profile));
      if (failures !== '') assert.fail(`\n${failures}`);
    }
  });
}

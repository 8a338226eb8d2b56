/** Queries that fuzzing found or kept give what a real Flink gave for them. */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { runCase } from '../../server/test/case-run.js';
import { caseFiles, readCase } from '../../server/test/command.js';
import { chooseProfiles, profileFolder } from '../../server/test/profile.js';
import { failureText } from '../../server/test/report.js';
import { root } from '../goldens.js';
import { CORPUS } from './corpus.js';

/** Without CI one is enough: `npm test` stays below five minutes. */
const names = process.env.CI === undefined ? ['default'] : ['default', 'forst-recover'];
const profiles = chooseProfiles(names, profileFolder(root));

for (const file of caseFiles(CORPUS, root)) {
  test(file, async () => {
    const read = readCase(file, resolve(root, file));
    for (const profile of profiles) {
      const failures = failureText(await runCase(read, profile));
      if (failures !== '') assert.fail(`\n${failures}`);
    }
  });
}

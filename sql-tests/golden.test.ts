/**
 * All golden cases by the code of `millrace test`; one test a file. With `CI` set under all
 * profiles, else under four that differ in batches, tasks, kills and where state is.
 */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  type Activity,
  activityLine,
  addActivity,
  lackingActivity,
  NO_ACTIVITY,
} from '../server/test/activity.js';
import { runCase } from '../server/test/case-run.js';
import { caseFiles, readCase } from '../server/test/command.js';
import { chooseProfiles, type Profile, profileFolder } from '../server/test/profile.js';
import { failureText } from '../server/test/report.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const few = ['default', 'hashmap-parallel-4', 'rescale-unaligned', 'forst-recover'];
const names = process.env.CI === undefined ? few : ['all'];
const profiles = chooseProfiles(names, profileFolder(root));
const activities = new Map<Profile, Activity>();

for (const file of caseFiles('sql-tests/cases', root)) {
  test(file, async () => {
    const read = readCase(file, resolve(root, file));
    for (const profile of profiles) {
      const outcome = await runCase(read, profile);
      const before = activities.get(profile) ?? NO_ACTIVITY;
      activities.set(profile, addActivity(before, outcome.activity));
      const failures = failureText(outcome);
      if (failures !== '') assert.fail(`\n${failures}`);
    }
  });
}

for (const profile of profiles) {
  test(`profile ${profile.name} does what it is about`, (context) => {
    const activity = activities.get(profile) ?? NO_ACTIVITY;
    context.diagnostic(activityLine(profile, activity));
    assert.deepEqual(lackingActivity(profile, activity), []);
  });
}

/**
 * The profiles are a pairwise covering array: each level of a factor meets each level of every
 * other one in some profile, as far as the two can meet.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadProfiles, type Profile, profileFolder } from '../server/test/profile.js';

const MOST_PROFILES = 12;

const FACTORS: Readonly<Record<string, readonly string[]>> = {
  backend: ['hashmap', 'rocksdb', 'forst'],
  'asynchronous state': ['true', 'false'],
  memory: ['plenty', '1 kb'],
  'block cache': ['a share of memory', '1 mb'],
  restore: ['never', 'same parallelism', 'another parallelism'],
  alignment: ['aligned', 'unaligned'],
  batch: ['large', '7', '1'],
  parallelism: ['1', 'several'],
};

/** Without a barrier none overtakes rows. */
const IMPOSSIBLE = ['restore never, alignment unaligned'];

function levelsOf({ options, disturbance }: Profile): Record<string, string> {
  const { parallelisms = [], alignment = 'aligned' } = disturbance ?? {};
  const first = String(parallelisms[0] ?? options.get('parallelism.default') ?? '1');
  const among = parallelisms.length > 0 ? 'another parallelism' : 'same parallelism';
  return {
    backend: options.get('state.backend.type') ?? 'hashmap',
    'asynchronous state': options.get('table.exec.async-state.enabled') ?? 'true',
    memory: options.get('taskmanager.memory.managed.size') ?? 'plenty',
    'block cache': options.get('state.backend.forst.block.cache-size') ?? 'a share of memory',
    restore: disturbance === undefined ? 'never' : among,
    alignment,
    batch: options.get('millrace.batch.size') ?? 'large',
    parallelism: first === '1' ? '1' : 'several',
  };
}

const profiles = loadProfiles(profileFolder(fileURLToPath(new URL('../../', import.meta.url))));

test('a profile is made of known levels, and they are few', () => {
  assert.ok(profiles.length <= MOST_PROFILES, `${profiles.length} profiles`);
  for (const profile of profiles) {
    for (const [factor, level] of Object.entries(levelsOf(profile))) {
      assert.ok(FACTORS[factor]?.includes(level), `${profile.name}: ${factor} is ${level}`);
    }
  }
});

test('each level meets each level of another factor', () => {
  const rows = profiles.map(levelsOf);
  const names = Object.keys(FACTORS);
  const missing = names.flatMap((one, i) =>
    names
      .slice(i + 1)
      .flatMap((other) =>
        (FACTORS[one] ?? []).flatMap((level) =>
          (FACTORS[other] ?? [])
            .filter((beside) => !rows.some((row) => row[one] === level && row[other] === beside))
            .map((beside) => `${one} ${level}, ${other} ${beside}`),
        ),
      ),
  );
  assert.deepEqual(missing, IMPOSSIBLE);
});

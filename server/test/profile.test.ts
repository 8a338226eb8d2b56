import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { MillraceError } from '../../conf/errors/error.js';
import { chooseProfiles, loadProfiles, profileFolder } from './profile.js';

const folder = profileFolder('.');

test('profiles are chosen by name; none is default', () => {
  const names = (...chosen: string[]) => chooseProfiles(chosen, folder).map(({ name }) => name);
  assert.deepEqual(names(), ['default']);
  assert.deepEqual(names('forst', 'default', 'forst'), ['forst', 'default']);
  assert.equal(names('all').length, loadProfiles(folder).length);
  assert.throws(
    () => names('frost'),
    (error) => error instanceof MillraceError && /forst/.test(error.hint ?? ''),
  );
});

test('a bad value names file, line and key; the own folder wins', () => {
  const own = mkdtempSync(join(tmpdir(), 'profiles-'));
  mkdirSync(join(own, 'sql-tests', 'profiles'), { recursive: true });
  const file = join(own, 'sql-tests', 'profiles', 'bad.yaml');
  writeFileSync(file, '\nparallelism.default: many\n');
  assert.throws(
    () => chooseProfiles(['bad'], profileFolder(own)),
    (error) => {
      assert.ok(error instanceof MillraceError);
      assert.deepEqual(
        [error.code, error.place?.file, error.place?.line],
        ['CONFIG_VALUE', file, 2],
      );
      return true;
    },
  );
  rmSync(own, { recursive: true });
});

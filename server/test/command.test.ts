import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testCommand } from './command.js';

const folder = mkdtempSync(join(tmpdir(), 'command-'));
after(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
}

async function run(args: readonly string[], environment = {}) {
  const printed: string[] = [];
  const print = (text: string): number => printed.push(text);
  const code = await testCommand({ args, workingDirectory: folder, environment, print });
  return { code, text: printed.join('\n') };
}

const GOOD = 'query I\nSELECT 1\n----\n1\n';
const WRONG = "# head\nquery IT rowsort\nVALUES (1, 'a'), (2, 'b')\n----\n1 | a\n3 | c\n";

test('a case as expected gives 0 and counts', async () => {
  write('good/one.slt', GOOD);
  write('good/deep/two.slt', `statement ok\nCREATE VIEW v AS SELECT 1 AS a\n\n${GOOD}`);
  assert.deepEqual(await run(['good']), {
    code: 0,
    text: '2 files, 3 blocks, 1 profile: all as expected.',
  });
  assert.deepEqual(await run(['good/one.slt', '--profile', 'forst', '--profile', 'default']), {
    code: 0,
    text: [
      'profile forst: 0 flushes, 0 evictions, 0 restores, 0 at another parallelism',
      'profile default: 0 flushes, 0 evictions, 0 restores, 0 at another parallelism',
      '1 file, 1 block, 2 profiles: all as expected.',
    ].join('\n'),
  });
});

test('a case that differs gives 1, and its place and difference', async () => {
  write('wrong.slt', WRONG);
  assert.deepEqual(await run(['wrong.slt', '--profile', 'forst']), {
    code: 1,
    text: [
      'wrong.slt:2: query (profile forst)',
      '    1 | a',
      '  - 3 | c',
      '  + 2 | b',
      '',
      'profile forst: 0 flushes, 0 evictions, 0 restores, 0 at another parallelism',
      '1 file, 1 block, 1 profile: 1 block differs.',
    ].join('\n'),
  });
});

test('--rewrite writes the expected part, and not where CI is set', async () => {
  write('again.slt', WRONG);
  const refused = await run(['again.slt', '--rewrite'], { CI: '1' });
  assert.equal(refused.code, 2);
  assert.match(refused.text, /^\[CLI_USAGE\] '--rewrite' is refused where CI is set\n/);
  assert.equal(readFileSync(join(folder, 'again.slt'), 'utf8'), WRONG);
  assert.deepEqual(await run(['again.slt', '--rewrite']), {
    code: 0,
    text: '1 file, 1 block, 1 profile: 1 file rewritten.',
  });
  assert.equal(readFileSync(join(folder, 'again.slt'), 'utf8'), WRONG.replace('3 | c', '2 | b'));
});

test('a file that is no test gives 2; the others still run', async () => {
  write('mixed/a.slt', 'selct\nSELECT 1\n');
  write('mixed/b.slt', GOOD);
  const { code, text } = await run(['mixed']);
  assert.equal(code, 2);
  assert.match(text, /^\[TEST_FILE\] mixed\/a\.slt, line 1: 'selct' is no directive; /);
  assert.match(text, /\n2 files, 1 block, 1 profile: 1 file is no test\.$/);
});

test('a call that names nothing gives 2', async () => {
  write('empty/notes.txt', 'no test');
  for (const [args, reason] of [
    [['nowhere'], "There is no file or folder 'nowhere'"],
    [['good', '--profile', 'bath-1'], "There is no profile 'bath-1'"],
    [['--frobnicate'], "Unknown option '--frobnicate'\nHint: "],
    [['empty'], "There is no golden file (*.slt) below 'empty'\nHint: "],
  ] as const) {
    const { code, text } = await run(args);
    assert.equal(code, 2);
    assert.ok(text.startsWith(`[CLI_USAGE] ${reason}`), text);
  }
});

/**
 * Every statement form by name, with its optional clauses on and off: what the parser reads (as
 * `shape` draws it), and that the printed text reads the same.
 *
 * The cases stand in `testdata/*.txt`: `# form`, then statements, each followed by `----`, its
 * shape and its printed text. `REWRITE=1` writes what the parser gives; read the difference.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseStatement } from './parse.js';
import { print } from './print.js';
import { shape, withoutOffsets } from './shape.js';

const folder = fileURLToPath(new URL('../../../planner/parser/testdata/', import.meta.url));

interface Case {
  readonly sql: string;
  readonly expected: string;
}

interface Form {
  readonly name: string;
  readonly cases: readonly Case[];
}

function readForms(text: string): Form[] {
  return text
    .split(/^# /m)
    .slice(1)
    .map((section) => {
      const [name = '', ...lines] = section.split('\n');
      const cases = lines.join('\n').trim().split('\n\n').map(readCase);
      return { name, cases };
    });
}

function readCase(block: string): Case {
  const [sql = '', expected = ''] = block.split('\n----\n');
  return { sql, expected };
}

/** Shape and printed text of a statement; the round trip is checked on the way. */
function outcome(sql: string): string {
  const node = parseStatement(sql);
  const printed = print(node);
  const again = parseStatement(printed);
  assert.deepEqual(withoutOffsets(again), withoutOffsets(node), printed);
  assert.equal(print(again), printed);
  return `${shape(node)}\n${printed}`;
}

for (const file of readdirSync(folder).filter((name) => name.endsWith('.txt'))) {
  const path = join(folder, file);
  const forms = readForms(readFileSync(path, 'utf8'));
  for (const { name, cases } of forms) {
    test(`${file}: ${name}`, () => {
      assert.ok(cases.length >= 3, `${name} has ${cases.length} statements`);
      if (process.env.REWRITE === '1') return;
      for (const { sql, expected } of cases) assert.equal(outcome(sql), expected, sql);
    });
  }
  if (process.env.REWRITE === '1') {
    const sections = forms.map(({ name, cases }) => {
      const blocks = cases.map(({ sql }) => `${sql}\n----\n${outcome(sql)}`);
      return `# ${name}\n${blocks.join('\n\n')}\n`;
    });
    writeFileSync(path, sections.join('\n'));
  }
}

/** Random cases are what they promise, whatever an engine makes of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { parseStatement } from '../../planner/parser/parse.js';
import { parseCaseFile } from '../../server/test/case-file.js';
import { caseOf, goldenText, makeCase, statementsOf } from './case.js';
import { Choices } from './choices.js';
import { isConsistent } from './consistent.js';
import { runHere } from './here.js';

const CASES = 300;
/** Of which so many are run. */
const RUN = 50;

test('cases are golden files, their changes agree, and their choices make them again', () => {
  const random = new Random(20240101);
  const operators = new Set<string>();
  for (let i = 0; i < CASES; i++) {
    const made = makeCase(random);
    for (const sql of [...statementsOf(made), made.sql]) parseStatement(sql);
    assert.ok(made.tables.every(isConsistent), goldenText(made, { rows: [] }));
    parseCaseFile(goldenText(made, { rows: ['1'] }), 'made.slt');
    assert.equal(caseOf(made.tables, Choices.replay(made.choices)).sql, made.sql);
    for (const each of made.operators) operators.add(each);
  }
  assert.ok(operators.size > 20, [...operators].join());
});

test('no choices make a table that is read as it is', async () => {
  const { tables } = makeCase(new Random(5));
  const least = caseOf(tables, Choices.replay([]));
  assert.match(least.sql, /^SELECT /);
  assert.ok('rows' in (await runHere(least)).outcome);
});

test('most cases give rows here, and none is a fault', async () => {
  const random = new Random(7);
  let withRows = 0;
  for (let i = 0; i < RUN; i++) {
    const made = makeCase(random);
    const { outcome } = await runHere(made);
    if ('failed' in outcome) assert.ok(!outcome.failed.startsWith('***'), outcome.failed);
    if ('refused' in outcome) assert.ok(!outcome.refused.startsWith('***'), outcome.refused);
    if ('rows' in outcome && outcome.rows.length > 0) withRows++;
  }
  assert.ok(withRows > 0.7 * RUN, `${withRows} of ${RUN}`);
});

test('what takes back a row that does not stand is not consistent', () => {
  const [kind, columns] = ['bag', [{ name: 'k', kind: 'INT', nullable: true }]] as const;
  const table = { name: 't0', kind, columns, delay: null, late: false };
  const rows = (...changes: readonly string[]) =>
    changes.map((change) => ({ change, cells: ['1'] }));
  assert.ok(isConsistent({ ...table, rows: rows('+I', '-U', '+U', '-D') }));
  assert.ok(!isConsistent({ ...table, rows: rows('+I', '-D', '-D') }));
  assert.ok(!isConsistent({ ...table, rows: rows('+I', '-U') }));
});

/** What changes come out of a plan, and who makes −U. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobOf, nodeOf, planOf, run, testSession } from '../fixture.js';
import { updateBeforeNeeded } from './changelog.js';
import { forward } from './distribution.js';
import type { PhysicalNode } from './node.js';

function modes(sql: string): string[] {
  return planOf(sql, testSession(), 'Optimized Physical Plan').map((line) => {
    const title = line.match(/[A-Za-z]+(?=\()/)?.[0];
    const mode = line.match(/changelogMode=\[([A-Z,]*)\]/)?.[1];
    return `${title} ${mode}`;
  });
}

test('an aggregate over inserts updates; over updates it deletes too', () => {
  assert.deepEqual(
    modes('SELECT n, COUNT(*) FROM (SELECT age, COUNT(*) AS n FROM users GROUP BY age) GROUP BY n'),
    [
      'GroupAggregate I,UB,UA,D',
      'Exchange I,UB,UA',
      'Calc I,UB,UA',
      'GroupAggregate I,UB,UA',
      'Exchange I',
      'TableSourceScan I',
    ],
  );
});

test('the operators know what comes in', () => {
  const job = jobOf(
    'SELECT n, COUNT(*) FROM (SELECT age, COUNT(*) AS n FROM users GROUP BY age) GROUP BY n',
  );
  const flags = job.nodes.flatMap(({ operator }) =>
    operator.kind === 'group-aggregate' ? [[operator.retracting, operator.updateBefore]] : [],
  );
  assert.deepEqual(flags, [
    [false, true],
    [true, true],
  ]);
});

test('a join of inserts inserts, an outer join changes', () => {
  assert.equal(modes('SELECT 1 FROM users AS a JOIN users AS b ON a.id = b.id')[0], 'Calc I');
  const outer = modes('SELECT 1 FROM users AS a LEFT JOIN users AS b ON a.id = b.id');
  assert.equal(outer[0], 'Calc I,UB,UA,D');
});

test('LIMIT inserts, ORDER BY with LIMIT changes', () => {
  assert.equal(modes('SELECT id FROM users LIMIT 3')[0], 'Limit I');
  assert.equal(modes('SELECT id FROM users ORDER BY id LIMIT 3')[0], 'SortLimit I,UB,UA,D');
});

test('what a query says of its rows', () => {
  const traits = (sql: string): unknown[] => {
    const query = run(sql);
    if (query.kind !== 'query') return [];
    return [query.insertOnly, query.upsertKey, query.bounded];
  };
  assert.deepEqual(traits('SELECT nick, id FROM users'), [true, [1], true]);
  assert.deepEqual(traits('SELECT code FROM airports'), [true, null, true]);
  assert.deepEqual(traits('SELECT age, COUNT(*) FROM users GROUP BY age'), [false, [0], true]);
  assert.deepEqual(traits('SELECT COUNT(*) FROM users'), [false, [], true]);
});

test('a join on a unique key needs no −U where nobody above does', () => {
  const leaf = (update: boolean): PhysicalNode => ({
    operator: { kind: 'union' },
    title: '',
    attributes: [],
    inputs: [],
    output: [],
    kinds: { update, delete: false },
    uniqueKeys: [],
    upsertKeys: [],
    distribution: { kind: 'any' },
  });
  const [left, right] = [leaf(true), leaf(true)];
  const join: PhysicalNode = {
    ...leaf(true),
    operator: {
      kind: 'join',
      type: 'inner',
      leftKeys: [0],
      rightKeys: [0],
      left: { kind: 'join-key-unique' },
      right: { kind: 'none' },
      residual: null,
    },
    inputs: [forward(left), forward(right)],
  };
  const needed = updateBeforeNeeded([join]);
  assert.deepEqual([needed.has(left), needed.has(right)], [false, true]);
});

test('NOT NULL columns of a sink are checked where NULL may come', () => {
  const sink = (sql: string): readonly number[] => nodeOf(jobOf(sql), 'sink').operator.notNull;
  assert.deepEqual(sink('INSERT INTO file SELECT id, nick FROM users'), [1]);
  assert.deepEqual(sink("INSERT INTO file SELECT id, 'x' FROM users"), []);
});

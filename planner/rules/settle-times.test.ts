import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf, rows, run, testSession } from '../fixture.js';

const JOINED =
  'CREATE VIEW joined AS SELECT e.id, e.ts, age FROM events AS e JOIN users USING (id)';

function session() {
  const own = testSession();
  run(JOINED, own);
  return own;
}

test('a view over a join shows the time attribute', () => {
  const [id, ts] = rows('DESCRIBE joined', session());
  assert.deepEqual(id?.slice(0, 2), ['id', 'BIGINT']);
  assert.deepEqual(ts?.slice(0, 2), ['ts', 'TIMESTAMP(3) *ROWTIME*']);
});

test('behind a regular join it is a plain timestamp, through whatever stands between', () => {
  const window = "TUMBLE(TABLE passed, DESCRIPTOR(t), INTERVAL '1' HOUR)";
  for (const query of [
    'SELECT ts AS t, age FROM joined WHERE age > 1',
    'SELECT ts AS t FROM joined UNION ALL SELECT ts FROM joined',
    'SELECT ts AS t FROM events UNION ALL SELECT ts FROM joined',
    'SELECT ts AS t FROM joined UNION ALL SELECT ts FROM events',
    'SELECT j.ts AS t FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY age) AS n ' +
      'FROM joined) AS j WHERE n < 3',
  ]) {
    const own = session();
    run(`CREATE VIEW passed AS ${query}`, own);
    assert.throws(() => planOf(`SELECT t, window_end FROM TABLE(${window})`, own), {
      code: 'PLAN_UNSUPPORTED',
      message: /requires the timecol is a time attribute type, but is TIMESTAMP\(3\)/,
    });
  }
});

test('a join that keeps rows of one side alone is regular too', () => {
  const query = 'SELECT ts FROM events WHERE id IN (SELECT id FROM users) ORDER BY ts';
  assert.throws(() => planOf(query), /Sort on a non-time-attribute field is not supported/);
});

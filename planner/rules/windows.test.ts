/** Recognizing windows, and putting rows into them at the aggregate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobOf, nodeOf, planOf, run, testSession } from '../fixture.js';

const HOURLY = `SELECT window_start, window_end, window_time, name, COUNT(*) AS n
  FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '1' HOUR))
  GROUP BY window_start, window_end, window_time, name`;

test('GROUP BY a window is a window aggregate that places rows itself', () => {
  const job = jobOf(HOURLY);
  const { operator } = nodeOf(job, 'window-aggregate');
  const hour = { kind: 'tumble', sizeMs: 3_600_000, offsetMs: 0 };
  assert.deepEqual(operator.window, { kind: 'time', column: 1, window: hour });
  assert.deepEqual(operator.keys, [0]);
  assert.deepEqual(operator.properties, ['window_start', 'window_end', 'window_time']);
  assert.equal(
    job.nodes.some((node) => node.operator.kind === 'window-table'),
    false,
  );
});

test('properties that nobody reads go', () => {
  const job = jobOf(`SELECT name, n FROM (${HOURLY})`);
  assert.deepEqual(nodeOf(job, 'window-aggregate').operator.properties, []);
});

test('HOP and CUMULATE by position and by name, with an offset', () => {
  const window = (call: string): unknown => {
    const job = jobOf(`SELECT COUNT(*) FROM TABLE(${call}) GROUP BY window_start, window_end`);
    const source = nodeOf(job, 'window-aggregate').operator.window;
    return source.window;
  };
  const minute = 60_000;
  assert.deepEqual(
    window("HOP(TABLE events, DESCRIPTOR(ts), INTERVAL '5' MINUTE, INTERVAL '1' HOUR)"),
    { kind: 'hop', slideMs: 5 * minute, sizeMs: 60 * minute, offsetMs: 0 },
  );
  assert.deepEqual(
    window(
      "CUMULATE(DATA => TABLE events, TIMECOL => DESCRIPTOR(ts), STEP => INTERVAL '2' MINUTE, " +
        "SIZE => INTERVAL '10' MINUTE, `OFFSET` => INTERVAL '1' MINUTE)",
    ),
    { kind: 'cumulate', stepMs: 2 * minute, sizeMs: 10 * minute, offsetMs: minute },
  );
});

test('a condition on the window keeps the rows in the windowing table', () => {
  const job = jobOf(`
    SELECT COUNT(*) FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '1' HOUR))
    WHERE window_start > TIMESTAMP '2020-01-01 00:00:00' GROUP BY window_start, window_end`);
  assert.equal(nodeOf(job, 'window-aggregate').operator.window.kind, 'attached');
  assert.equal(nodeOf(job, 'window-table').operator.time, 0);
});

test('window_start alone makes a continuous aggregate', () => {
  const job = jobOf(`
    SELECT COUNT(*) FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '1' HOUR))
    GROUP BY window_start`);
  assert.deepEqual(nodeOf(job, 'group-aggregate').operator.keys, [0]);
});

test('windows of windows: over window_time, and over the same window', () => {
  const days = planOf(`
    SELECT window_start, SUM(n) FROM TABLE(
      TUMBLE(TABLE (SELECT window_time AS hour_time, n FROM (${HOURLY})),
        DESCRIPTOR(hour_time), INTERVAL '1' DAY))
    GROUP BY window_start, window_end`).filter((line) => line.includes('WindowAggregate('));
  assert.ok(days[0]?.includes('TUMBLE(time_col=[hour_time], size=[1 d])'), days[0]);
  const same = jobOf(`
    SELECT window_start, MAX(n) FROM (${HOURLY}) GROUP BY window_start, window_end`);
  const [below, above] = same.nodes.filter((node) => node.operator.kind === 'window-aggregate');
  assert.equal(below?.operator.kind === 'window-aggregate' && below.operator.window.kind, 'time');
  assert.equal(
    above?.operator.kind === 'window-aggregate' && above.operator.window.kind,
    'attached',
  );
});

test('a rank whose partition holds the window is final', () => {
  const top = (partition: string): string => `
    SELECT name, n FROM (
      SELECT *, ROW_NUMBER() OVER (PARTITION BY ${partition} ORDER BY n DESC) AS rn FROM (${HOURLY})
    ) WHERE rn <= 2`;
  const { operator } = nodeOf(jobOf(top('window_start, window_end')), 'window-rank');
  assert.deepEqual([operator.partition, operator.from, operator.to], [[], 1, 2]);
  assert.equal(nodeOf(jobOf(top('window_start')), 'rank').operator.to, 2);
});

test('windows over a TIMESTAMP_LTZ column lie on the wall clock, all the way up', () => {
  const session = testSession();
  run(
    `CREATE TABLE instants (name STRING, moment TIMESTAMP_LTZ(3), WATERMARK FOR moment AS moment)
     WITH ('connector' = 'filesystem', 'path' = '/data/instants', 'format' = 'json')`,
    session,
  );
  const job = jobOf(
    `SELECT * FROM (
       SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY name) AS rn
       FROM TABLE(TUMBLE(TABLE instants, DESCRIPTOR(moment), INTERVAL '1' HOUR))
     ) WHERE rn <= 2`,
    session,
  );
  assert.equal(nodeOf(job, 'window-rank').operator.zoned, true);
  const counted = jobOf(
    `SELECT COUNT(*) FROM TABLE(TUMBLE(TABLE instants, DESCRIPTOR(moment), INTERVAL '1' HOUR))
     WHERE window_start > TIMESTAMP '2020-01-01 00:00:00' GROUP BY window_start, window_end`,
    session,
  );
  const { window } = nodeOf(counted, 'window-aggregate').operator;
  assert.equal(window.kind === 'attached' && window.zoned, true);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCase } from './case-run.js';
import { DEFAULT_PROFILE } from './profile.js';
import { failureText } from './report.js';

/** A real Flink has no clock to move, so this is no golden of `sql-tests/cases`. */
const CASE = `statement ok
SET 'table.exec.source.idle-timeout' = '5 s'

statement ok
CREATE TABLE a (n INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'feed')

statement ok
CREATE TABLE b (n INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'feed')

statement ok
CREATE VIEW events AS SELECT * FROM a UNION ALL SELECT * FROM b

stream minutes
SELECT window_start, SUM(n) AS total
FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '1' MINUTE))
GROUP BY window_start, window_end

feed a
1 | 2024-01-01 00:00:30.000
2 | 2024-01-01 00:01:10.000

changelog minutes
----

advance 4 s

changelog minutes
----

advance 2 s

feed a
4 | 2024-01-01 00:01:20.000

changelog minutes
----
+I | 2024-01-01 00:00:00.000 | 1

# It comes back: rows behind the common watermark are late, others count.
feed b
8 | 2024-01-01 00:00:40.000
16 | 2024-01-01 00:01:30.000

changelog minutes
----

# Both give rows again: the window waits for the slower.
feed a
32 | 2024-01-01 00:02:05.000

changelog minutes
----

feed b
64 | 2024-01-01 00:02:10.000

changelog minutes
----
+I | 2024-01-01 00:01:00.000 | 22
`;

test('an idle source does not hold the watermark of those beside it', async () => {
  const run = await runCase({ file: 'x.slt', folder: '/cases', text: CASE }, DEFAULT_PROFILE);
  assert.equal(failureText(run), '');
});

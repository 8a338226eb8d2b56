-- Queries: every clause and every kind of join.
WITH busy (origin, n) AS (
  SELECT origin, COUNT(*) FROM flights GROUP BY origin HAVING COUNT(*) >= 50
), late AS (SELECT * FROM flights WHERE delay > 15)
SELECT DISTINCT b.origin, b.n, l.delay AS d
FROM busy AS b
JOIN late AS l ON l.origin = b.origin
LEFT JOIN airports FOR SYSTEM_TIME AS OF l.proc AS a ON a.iata = b.origin
WHERE l.delay BETWEEN 1 AND 100 AND a.name IS NOT NULL
ORDER BY b.n DESC NULLS LAST, d LIMIT 10 OFFSET 5;

SELECT window_start, window_end, origin, COUNT(*) AS n, AVG(delay) FILTER (WHERE delay > 0) AS d
FROM TABLE(TUMBLE(TABLE flights, DESCRIPTOR(`date`), INTERVAL '1' HOUR))
GROUP BY GROUPING SETS ((window_start, window_end, origin), (window_start, window_end));

SELECT * FROM TABLE(HOP(
  DATA => TABLE flights, TIMECOL => DESCRIPTOR(`date`),
  SLIDE => INTERVAL '5' MINUTES, SIZE => INTERVAL '1' HOUR, `OFFSET` => INTERVAL -'1' MINUTE)) AS w;
SELECT * FROM CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' DAY, INTERVAL '7' DAY);
SELECT * FROM TABLE(SESSION(TABLE t PARTITION BY (a, b), DESCRIPTOR(ts), INTERVAL '5' MINUTE));

SELECT origin, delay FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY origin, window_start ORDER BY delay DESC) AS n FROM w
) WHERE n <= 3;
SELECT a, SUM(b) OVER w, LAG(b, 1) IGNORE NULLS OVER (w ORDER BY ts ROWS BETWEEN 5 PRECEDING AND CURRENT ROW)
FROM t WINDOW w AS (PARTITION BY a) QUALIFY RANK() OVER (PARTITION BY a ORDER BY ts) = 1;

SELECT /*+ BROADCAST(b), STATE_TTL('a' = '1d', 'b' = '2h') */ a.x, b.y
FROM a /*+ OPTIONS('scan.startup.mode' = 'earliest-offset') */
FULL OUTER JOIN b ON a.id = b.id AND a.ts BETWEEN b.ts - INTERVAL '1' HOUR AND b.ts,
LATERAL TABLE(split(a.s, ',')) AS s (word)
CROSS JOIN UNNEST(a.tags) WITH ORDINALITY AS u (tag, n);
SELECT * FROM a NATURAL JOIN b LEFT JOIN LATERAL (SELECT a.x + 1 AS y) AS q ON TRUE JOIN c USING (x, y);

(SELECT 1 AS x UNION ALL SELECT 2) INTERSECT (VALUES (1), (2)) EXCEPT TABLE t ORDER BY x FETCH FIRST 3 ROWS ONLY;
SELECT a, b, GROUPING_ID(a, b) FROM t GROUP BY ROLLUP (a, b), CUBE (c, (d, e)), ();
SELECT TUMBLE_START(ts, INTERVAL '1' DAY), COUNT(DISTINCT a) FROM t GROUP BY TUMBLE(ts, INTERVAL '1' DAY), b;
SELECT * FROM t WHERE (a, b) IN (SELECT x, y FROM s) AND EXISTS (SELECT 1 FROM s WHERE s.x = t.a) AND c > ALL (SELECT d FROM s);

SELECT T.aid, T.low FROM ticker MATCH_RECOGNIZE (
  PARTITION BY symbol ORDER BY rowtime
  MEASURES A.rowtime AS aid, LAST(B.price) AS low, AVG(B.price) AS mean
  ONE ROW PER MATCH AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A B+? C{2,3}) WITHIN INTERVAL '1' HOUR
  DEFINE B AS B.price < LAST(B.price, 1) OR B.price IS NULL, C AS C.price > FIRST(B.price)
) AS T;
SELECT * FROM ML_PREDICT(TABLE reviews, MODEL sentiment, DESCRIPTOR(text), MAP['async', 'true']);
SELECT * FROM TO_CHANGELOG(input => TABLE t PARTITION BY id, op => DESCRIPTOR(op));

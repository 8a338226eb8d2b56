SELECT "a b"."c", 'it''s', 1.50 FROM db."a b"
SELECT a OR b AND c, (a OR b) AND c, NOT a = b, 1 + a || b FROM t
SELECT a FROM t WHERE a = 1 OR b = 2 AND c <> 3
SELECT length(a), date_trunc('day', a), date_add('day', 1, a), date_diff('hour', a, b), approx_distinct(a), regexp_like(a, 'x') FROM t
SELECT CAST(a AS int), CAST(a AS varchar), TRY_CAST(a AS double), ARRAY[1, 2], a[1] FROM t
SELECT a, count(*) FROM t GROUP BY a HAVING count(*) > 1 ORDER BY a LIMIT 2
SELECT * FROM a LEFT JOIN b ON a.id = b.id
WITH x AS (SELECT 1 AS a) SELECT a FROM x UNION ALL SELECT b FROM u
INSERT INTO t (a) VALUES (1), (2)
INSERT INTO t SELECT a FROM u
-- Refused
SELECT a FROM t TABLESAMPLE BERNOULLI (10)
SELECT CAST(a AS json) FROM t
SELECT date_trunc('week', a) FROM t

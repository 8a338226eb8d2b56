SELECT "a b"."c", `d`, 'it''s', 1.50 FROM "a b"
SELECT a OR b AND c, (a OR b) AND c, NOT a = b, 1 + a || b FROM t
SELECT a FROM t WHERE a = 1 OR b = 2 AND c <> 3
SELECT length(a), substr(a, 1, 2), now(), date_trunc('day', a) FROM t
SELECT a::int, CAST(a AS text), ARRAY[1, 2] FROM t
SELECT a, count(*) FROM t GROUP BY a HAVING count(*) > 1 ORDER BY a LIMIT 2 OFFSET 3
SELECT * FROM a LEFT JOIN b ON a.id = b.id
WITH x AS (SELECT 1 AS a) SELECT a FROM x UNION ALL SELECT b FROM u
INSERT INTO t (a) VALUES (1), (2)
INSERT INTO t SELECT a FROM u
-- Refused
SELECT string_agg(a, ',') FROM t
SELECT greatest(a, b) FROM t

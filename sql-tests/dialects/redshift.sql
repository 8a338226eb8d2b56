SELECT "a b"."c", 'it''s', 1.50 FROM s."a b"
SELECT a OR b AND c, (a OR b) AND c, NOT a = b, 1 + a || b FROM t
SELECT a FROM t WHERE a = 1 OR b = 2 AND c <> 3
SELECT nvl(a, b), nvl2(a, b, c), len(a), dateadd(day, 1, a), datediff(month, a, b), getdate(), date_trunc('day', a) FROM t
SELECT a::int, a::varchar(10), a::float8, CAST(a AS numeric(10, 2)) FROM t
SELECT a, listagg(b, ',') FROM t GROUP BY a HAVING count(*) > 1 ORDER BY a LIMIT 2
SELECT * FROM a LEFT JOIN b ON a.id = b.id CROSS JOIN c
WITH x AS (SELECT 1 AS a) SELECT a FROM x UNION ALL SELECT b FROM u
INSERT INTO t (a) VALUES (1), (2)
INSERT INTO t SELECT a FROM u
-- Refused
SELECT * FROM a LEFT JOIN b ON a.id = b.id, c
SELECT string_agg(a, ',') FROM t
SELECT greatest(a, b) FROM t
SELECT a::super FROM t

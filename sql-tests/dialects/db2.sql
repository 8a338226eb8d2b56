SELECT "c", 'it''s', 1.50 FROM s."a b"
SELECT a OR b AND c, (a OR b) AND c, NOT a = b, a + b || c FROM t
SELECT a FROM t WHERE a = 1 OR b = 2 AND c <> 3
SELECT nvl(a, b), substr(a, 1, 2), length(a), posstr(a, 'x'), coalesce(a, b) FROM t
SELECT CAST(a AS int), CAST(a AS decimal(10, 2)), CAST(a AS varchar(10)) FROM t
SELECT a, count(*) FROM t GROUP BY a HAVING count(*) > 1 ORDER BY a DESC
SELECT a FROM t ORDER BY a OFFSET 2 ROWS FETCH NEXT 5 ROWS ONLY
SELECT * FROM a LEFT JOIN b ON a.id = b.id CROSS JOIN c
WITH x AS (SELECT 1 AS a FROM u) SELECT a FROM x UNION ALL SELECT b FROM u
INSERT INTO t (a) VALUES (1), (2)
INSERT INTO t SELECT a FROM u
-- Refused
SELECT * FROM a LEFT JOIN b ON a.id = b.id, c
SELECT a FROM t LIMIT 3
SELECT a FROM t FETCH FIRST 3 ROWS ONLY

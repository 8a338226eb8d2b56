SELECT "a b"."c", [d e], `f`, 'it''s', 1.50 FROM "a b"
SELECT a OR b AND c, (a OR b) AND c, NOT a = b, a * b || c FROM t
SELECT a FROM t WHERE a = 1 OR b = 2 AND c == 3
SELECT ifnull(a, b), iif(a, b, c), substr(a, 1, 2), length(a), instr(a, 'x'), strftime('%Y-%m', a) FROM t
SELECT CAST(a AS INTEGER), CAST(a AS REAL), CAST(a AS TEXT) FROM t
SELECT a, group_concat(b, ';') FROM t GROUP BY a HAVING count(*) > 1 ORDER BY a LIMIT 2 OFFSET 3
SELECT * FROM a LEFT JOIN b ON a.id = b.id CROSS JOIN c
WITH x AS (SELECT 1 AS a) SELECT a FROM x UNION ALL SELECT b FROM u
INSERT INTO t (a) VALUES (1), (2)
INSERT INTO t SELECT a FROM u
-- Refused
SELECT * FROM a LEFT JOIN b ON a.id = b.id, c
SELECT random()
SELECT a & b FROM t
INSERT OR IGNORE INTO t VALUES (1)

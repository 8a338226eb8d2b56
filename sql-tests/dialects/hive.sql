SELECT `a b`.`c`, "text", 'it\'s', 1.50 FROM db.`a b`
SELECT a OR b AND c, (a OR b) AND c, NOT a = b, a || b FROM t
SELECT a FROM t WHERE a = 1 OR b = 2 AND c <> 3
SELECT nvl(a, b), if(a, b, c), length(a), date_add(a, 1), date_sub(a, 2), datediff(a, b), date_format(a, 'yyyy'), size(a) FROM t
SELECT CAST(a AS int), CAST(a AS string), CAST(a AS decimal(10, 2)), a[0] FROM t
SELECT a, collect_list(b) FROM t GROUP BY a HAVING count(*) > 1 ORDER BY a LIMIT 2
SELECT * FROM a LEFT JOIN b ON a.id = b.id
WITH x AS (SELECT 1 AS a) SELECT a FROM x UNION ALL SELECT b FROM u
INSERT INTO t (a) VALUES (1), (2)
INSERT INTO t SELECT a FROM u
SELECT array(1, 2), date_format(a, 'yyyy') FROM t
-- Refused
SELECT array[1] FROM t
SELECT split(a, 'x') FROM t
SELECT a FROM t LATERAL VIEW explode(b) v AS c

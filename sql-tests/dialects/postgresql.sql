-- Names, literals, operators
SELECT "Mixed Case"."C d", t.lower FROM "Mixed Case", t
SELECT 1.50, 1e3, .5, 12345678901234567890, 'it''s', E'a\nb', $$dollar's$$, TRUE, NULL
SELECT a OR b AND c, (a OR b) AND c, NOT a OR b, NOT (a OR b) AND c FROM t
SELECT a FROM t WHERE a = 1 AND b = 2 OR c = 3 AND NOT d
SELECT a + b * c - -d, (a + b) * c, a - (b - c), a / b / c, a % 2 FROM t
SELECT first || ' ' || last, 1 + 2 || 'x' FROM t
SELECT a::int, a::numeric(10, 2)::text, -a::bigint, (a + b)::float8, CAST(a AS timestamptz), a::varchar(3), a::int[] FROM t
SELECT a::int2, a::int4, a::int8, a::bool, a::text, a::double precision, a::timestamp(3), a::timestamp with time zone, a::date FROM t
SELECT a LIKE 'x%', a NOT LIKE 'b' ESCAPE '!', a ILIKE 'y', a SIMILAR TO 'z', a ~ 'r', a !~* 's' FROM t
SELECT a BETWEEN 1 AND 2 AND b, a NOT BETWEEN b + 1 AND c, a IN (1, 2), a NOT IN (SELECT b FROM u) FROM t
SELECT a IS NULL, b IS NOT NULL, c IS TRUE, d IS NOT FALSE FROM t
SELECT a IS DISTINCT FROM b, a IS DISTINCT FROM b + 1 AND c FROM t
SELECT a IS NOT DISTINCT FROM b FROM t
SELECT a LIKE b = c FROM t
SELECT CASE WHEN a OR b AND c THEN 1 ELSE 2 END, CASE a WHEN 1 THEN 'x' END FROM t
SELECT EXISTS (SELECT 1 FROM u WHERE u.a = t.a) AND NOT EXISTS (SELECT 2), (SELECT max(b) FROM u), a = ANY (SELECT b FROM u) FROM t
SELECT ARRAY[1, 2], a[1], ROW(1, 'x'), (1, 2) = (a, b) FROM t
SELECT date '2020-01-01', timestamp '2020-01-01 10:00:00', time '10:00:00', interval '1 day', interval '3' hour, a + interval '2 months' FROM t
SELECT "b"::int, "b"::int + 1 * c AS x, t."b"::int::text FROM t WHERE "b"::int = 1
-- Functions
SELECT substr(a, 1, 2), length(a), upper(a), strpos(a, 'b'), split_part(a, ',', 2), concat(a, b), btrim(a), trim(a), trim(both 'x' from a), position('b' in a) FROM t
SELECT now(), current_timestamp, current_date, date_trunc('day', ts), date_part('hour', ts), extract(dow from ts), extract(year from ts) FROM t
SELECT coalesce(a, b), nullif(a, 0), round(a, 2), log(a), log(2, a), trunc(a), random(), regexp_replace(a, 'x', 'y', 'g') FROM t
SELECT count(*), count(DISTINCT a), sum(a) FILTER (WHERE b > 1 OR c), string_agg(a, ',' ORDER BY b), array_agg(a) FROM t
SELECT s.f(a), "F"(a), my_function(a, 1) FROM t
-- Queries
SELECT DISTINCT a AS x, b y FROM s.t AS u ORDER BY x, y DESC, a NULLS FIRST LIMIT 5 OFFSET 10
SELECT * FROM a JOIN b ON a.id = b.id LEFT JOIN c USING (id) CROSS JOIN d, e FULL OUTER JOIN f ON true
SELECT * FROM (SELECT a FROM t) AS s(x), LATERAL (SELECT s.x) l
SELECT * FROM (a JOIN b ON a.x = b.x) JOIN c ON true
WITH x AS (SELECT 1 AS a), y(b) AS (SELECT a FROM x) SELECT * FROM y
SELECT a FROM t UNION ALL SELECT b FROM u UNION SELECT c FROM v INTERSECT SELECT d FROM w ORDER BY 1 LIMIT 3
(SELECT a FROM t ORDER BY a LIMIT 1) UNION ALL (SELECT b FROM u)
SELECT date_trunc('hour', ts), count(*) FROM t GROUP BY 1 HAVING count(*) > 1 AND max(a) < 5 OR min(a) = 0
SELECT a, b, sum(c) FROM t GROUP BY ROLLUP (a, b)
SELECT row_number() OVER (PARTITION BY a ORDER BY b DESC), sum(c) OVER w, lag(a, 1) OVER (ORDER BY b ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM t WINDOW w AS (PARTITION BY d ORDER BY e ROWS UNBOUNDED PRECEDING)
SELECT t.*, u.a FROM t, u
INSERT INTO s.t (a, b) VALUES (1, 'x'), (-2.50, NULL)
INSERT INTO t SELECT * FROM u WHERE a
EXPLAIN SELECT a::text FROM t
CREATE TABLE t (`a` INT) WITH ('connector' = 'blackhole')
-- Refused
SELECT DISTINCT ON (a) a, b FROM t
SELECT a -> 'b' FROM t
SELECT greatest(a, b) FROM t
SELECT to_char(a, 'YYYY') FROM t
SELECT a FROM t NATURAL JOIN u
SELECT a AT TIME ZONE 'UTC' FROM t
SELECT * FROM t TABLESAMPLE bernoulli (10)
SELECT a::uuid FROM t
SELECT $1 FROM t
SELECT a & b FROM t
SELECT a FROM t WHERE
SELECT a FROM t FOR UPDATE
WITH RECURSIVE x AS (SELECT 1) SELECT * FROM x
INSERT INTO t VALUES (1) RETURNING a
SELECT 'open
SELECT a /*+ HINT */ FROM t
SELECT date_trunc('week', ts) FROM t
SELECT 1; SELECT 2
SELECT timestamp '2020-13' FROM t
SELECT f(DISTINCT a) OVER (ORDER BY b GROUPS 2 PRECEDING) FROM t

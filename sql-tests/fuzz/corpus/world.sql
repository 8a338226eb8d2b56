-- The tables that statements are planned over, and run over; small, but for the one without an end.
CREATE TABLE flights (
  `date` TIMESTAMP(3), delay INT, distance INT NOT NULL, origin STRING, destination VARCHAR(3),
  price DECIMAL(10, 2), seen TIMESTAMP_LTZ(3), late AS delay > 15, proc AS PROCTIME(),
  WATERMARK FOR `date` AS `date` - INTERVAL '5' MINUTE
) WITH ('connector' = 'datagen', 'number-of-rows' = '50', 'fields.origin.length' = '1');
CREATE TABLE airports (iata STRING, name STRING, height DOUBLE, PRIMARY KEY (iata) NOT ENFORCED)
  WITH ('connector' = 'datagen', 'number-of-rows' = '20', 'fields.iata.length' = '1');
CREATE TABLE t (
  a INT, b BIGINT, c STRING, d DOUBLE, e DECIMAL(10, 2), f BOOLEAN, g BYTES, h FLOAT, i TINYINT,
  j SMALLINT, k DECIMAL(38, 18), ts TIMESTAMP(3), dt DATE, tm TIME, ltz TIMESTAMP_LTZ(3),
  tags ARRAY<STRING>, m MAP<STRING, INT>, r ROW<x INT, y STRING>, days INTERVAL DAY TO SECOND(3),
  months INTERVAL YEAR TO MONTH, WATERMARK FOR ts AS ts - INTERVAL '1' SECOND
) WITH ('connector' = 'filesystem', 'path' = '/tmp/t.json', 'format' = 'json');
CREATE TABLE s (x INT, y BIGINT, z STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
  WITH ('connector' = 'datagen', 'number-of-rows' = '30', 'fields.x.max' = '9');
CREATE TABLE ticks (id BIGINT, symbol STRING, price DOUBLE, rowtime TIMESTAMP_LTZ(3),
  WATERMARK FOR rowtime AS rowtime - INTERVAL '1' SECOND)
  WITH ('connector' = 'datagen', 'rows-per-second' = '100');
CREATE TABLE hourly (origin STRING, n BIGINT) WITH ('connector' = 'blackhole');
CREATE TABLE printed (a INT, b BIGINT, c STRING, PRIMARY KEY (a) NOT ENFORCED)
  WITH ('connector' = 'print');
CREATE TABLE file (a INT, c STRING NOT NULL) PARTITIONED BY (c)
  WITH ('connector' = 'filesystem', 'path' = '/tmp/out', 'format' = 'csv');
CREATE VIEW w AS SELECT window_start, window_end, origin, COUNT(*) AS n, AVG(delay) AS d
  FROM TABLE(TUMBLE(TABLE flights, DESCRIPTOR(`date`), INTERVAL '1' HOUR))
  GROUP BY window_start, window_end, origin;
CREATE VIEW v (origin, n) AS SELECT origin, COUNT(*) FROM flights GROUP BY origin;

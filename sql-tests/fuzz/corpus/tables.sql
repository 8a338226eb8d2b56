-- Tables: every kind of column and clause.
CREATE TABLE flights (
  `date` TIMESTAMP(6),
  delay INT NOT NULL COMMENT 'minutes',
  distance INT,
  origin CHAR(3),
  destination VARCHAR(3),
  late AS delay > 15,
  proc AS PROCTIME(),
  `partition` BIGINT METADATA VIRTUAL,
  ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
  CONSTRAINT pk PRIMARY KEY (origin, `date`) NOT ENFORCED,
  WATERMARK FOR `date` AS `date` - INTERVAL '5' MINUTE
) COMMENT 'flights of a year' DISTRIBUTED BY HASH(origin) INTO 8 BUCKETS
PARTITIONED BY (origin, destination)
WITH ('connector' = 'filesystem', 'path' = 'file:///tmp/flights', 'format' = 'parquet');

CREATE TEMPORARY TABLE IF NOT EXISTS cat.db.events (
  id BIGINT PRIMARY KEY NOT ENFORCED,
  payload ROW<kind STRING NOT NULL, tags ARRAY<STRING>, attributes MAP<STRING, DECIMAL(10, 2)>>,
  counts MULTISET<INT NOT NULL>,
  original RAW('java.lang.Object', 'AEhvc3Q='),
  doc VARIANT,
  seen BITMAP,
  content VARBINARY(16),
  seen_at TIME(3),
  dt DATE
) DISTRIBUTED INTO 4 BUCKETS WITH ('connector' = 'datagen', 'rows-per-second' = '10');

CREATE TABLE copy (extra STRING) WITH ('connector' = 'print')
  LIKE flights (INCLUDING ALL EXCLUDING CONSTRAINTS OVERWRITING OPTIONS);

CREATE TABLE hourly (flights, origin) WITH ('connector' = 'blackhole')
  AS SELECT origin, COUNT(*) AS flights FROM flights GROUP BY origin;
CREATE OR REPLACE TABLE hourly AS SELECT 1 AS a, 'x' AS b;
REPLACE TABLE hourly (PRIMARY KEY (a) NOT ENFORCED) AS SELECT 1 AS a;

ALTER TABLE flights ADD category STRING COMMENT 'kind' AFTER delay;
ALTER TABLE IF EXISTS flights ADD (
  a INT FIRST,
  b AS a + 1 AFTER a,
  PRIMARY KEY (a) NOT ENFORCED,
  WATERMARK FOR ts AS ts - INTERVAL '1' HOUR
);
ALTER TABLE flights MODIFY (delay BIGINT NOT NULL, WATERMARK FOR ts AS ts);
ALTER TABLE flights ADD DISTRIBUTION BY HASH(origin) INTO 4 BUCKETS;
ALTER TABLE flights MODIFY DISTRIBUTION INTO 2 BUCKETS;
ALTER TABLE flights DROP DISTRIBUTION;
ALTER TABLE flights DROP (a, b);
ALTER TABLE flights DROP PRIMARY KEY;
ALTER TABLE flights DROP CONSTRAINT pk;
ALTER TABLE flights DROP WATERMARK;
ALTER TABLE flights ADD IF NOT EXISTS PARTITION (dt = '2001-01-01', hr = 5) WITH ('k' = 'v');
ALTER TABLE flights DROP IF EXISTS PARTITION (dt = '2001-01-01'), PARTITION (dt = '2001-01-02');
ALTER TABLE flights RENAME TO flights2;
ALTER TABLE flights RENAME delay TO late_by;
ALTER TABLE flights SET ('format' = 'csv', 'csv.field-delimiter' = ';');
ALTER TABLE flights RESET ('csv.field-delimiter');
DROP TABLE IF EXISTS flights;
DROP TEMPORARY TABLE events;

-- Three million flights of the United States, January to June 2001, as a stream: one row a departure,
-- in the order of time. `npm run demo` sends this script to a server and checks what comes out.

CREATE TABLE flights (
  `date`      TIMESTAMP(6),
  delay       BIGINT,               -- minutes, negative when early
  distance    BIGINT,               -- miles
  origin      STRING,
  destination STRING,
  departure   AS CAST(`date` AS TIMESTAMP(3)),
  WATERMARK FOR departure AS departure
) WITH (
  'connector' = 'filesystem',
  'path'      = 'node_modules/vega-datasets/data/flights-3m.parquet',
  'format'    = 'parquet'
);

CREATE TABLE airports (
  iata    STRING,
  name    STRING,
  city    STRING,
  state   STRING,
  country STRING,
  latitude  DOUBLE,
  longitude DOUBLE,
  PRIMARY KEY (iata) NOT ENFORCED
) WITH (
  'connector' = 'filesystem',
  'path'      = 'node_modules/vega-datasets/data/airports.csv',
  'format'    = 'csv',
  'csv.skip-header-lines' = '1'
);

CREATE TABLE hourly_file (
  origin  STRING,
  `hour`  TIMESTAMP(3),
  flights BIGINT,
  delay   DOUBLE
) WITH (
  'connector' = 'filesystem',
  'path'      = '.millrace/demo/hourly',
  'format'    = 'csv'
);

-- Flights and average delay of each origin in each hour, final once the hour is over.
CREATE VIEW hourly AS
SELECT origin, window_start AS `hour`, COUNT(*) AS flights, AVG(CAST(delay AS DOUBLE)) AS delay
FROM TABLE(TUMBLE(TABLE flights, DESCRIPTOR(departure), INTERVAL '1' HOUR))
GROUP BY window_start, window_end, origin;

INSERT INTO hourly_file SELECT origin, `hour`, flights, delay FROM hourly;

-- The three worst airports of each day among those with at least 50 departures, with their names.
SELECT CAST(w.`day` AS DATE) AS `day`, w.place, w.origin, a.name, w.flights, w.delay
FROM (
  SELECT *, ROW_NUMBER() OVER (
    PARTITION BY window_start, window_end ORDER BY delay DESC, origin) AS place
  FROM (
    SELECT window_start, window_end, window_start AS `day`, origin,
      COUNT(*) AS flights, AVG(CAST(delay AS DOUBLE)) AS delay
    FROM TABLE(TUMBLE(TABLE flights, DESCRIPTOR(departure), INTERVAL '1' DAY))
    GROUP BY window_start, window_end, origin
    HAVING COUNT(*) >= 50
  )
) AS w
JOIN airports AS a ON w.origin = a.iata
WHERE w.place <= 3;

-- How busy airports get: each airport's busiest hour so far, then airports by that class. A new
-- busiest hour moves its airport from one class to the next, so that the counts go up and down.
SELECT class, COUNT(*) AS airports, MAX(busiest) AS most
FROM (
  SELECT origin, MAX(flights) AS busiest,
    CASE
      WHEN MAX(flights) >= 50 THEN '50 and more'
      WHEN MAX(flights) >= 20 THEN '20 to 49'
      WHEN MAX(flights) >= 5 THEN '05 to 19'
      ELSE '01 to 04'
    END AS class
  FROM hourly
  GROUP BY origin
)
GROUP BY class;

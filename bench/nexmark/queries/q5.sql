-- Every 2 seconds, the auctions with the most bids of the last 10.
WITH counts AS (
  SELECT auction, window_start, window_end, COUNT(*) AS bids
  FROM TABLE(HOP(TABLE bid, DESCRIPTOR(`dateTime`), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
  GROUP BY auction, window_start, window_end
), most AS (
  SELECT window_start, window_end, MAX(bids) AS bids
  FROM counts
  GROUP BY window_start, window_end
)
SELECT c.auction, c.bids
FROM counts AS c JOIN most AS m
  ON c.window_start = m.window_start AND c.window_end = m.window_end
WHERE c.bids >= m.bids

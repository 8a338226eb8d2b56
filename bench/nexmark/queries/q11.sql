-- How many bids somebody makes before pausing for 10 seconds.
SELECT bidder, COUNT(*) AS bids, window_start, window_end
FROM TABLE(SESSION(
  TABLE bid PARTITION BY bidder, DESCRIPTOR(`dateTime`), INTERVAL '10' SECOND))
GROUP BY bidder, window_start, window_end

-- How many bids of somebody arrive in each 10 seconds of the clock.
SELECT bidder, COUNT(*) AS bids, window_start, window_end
FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(arrival), INTERVAL '10' SECOND))
GROUP BY bidder, window_start, window_end

-- The bids as high as the highest of their 10 seconds.
SELECT b.auction, b.price, b.bidder, b.`dateTime`, b.extra
FROM bid AS b JOIN (
  SELECT MAX(price) AS price, window_start, window_end
  FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(`dateTime`), INTERVAL '10' SECOND))
  GROUP BY window_start, window_end
) AS m ON b.price = m.price
WHERE b.`dateTime` >= m.window_start AND b.`dateTime` < m.window_end

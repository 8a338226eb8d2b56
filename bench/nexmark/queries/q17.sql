-- For each auction and day: bids by price, and what the prices were.
SELECT auction, DATE_FORMAT(`dateTime`, 'yyyy-MM-dd') AS bidDay,
  COUNT(*) AS bids,
  COUNT(*) FILTER (WHERE price < 10000) AS lowBids,
  COUNT(*) FILTER (WHERE price >= 10000 AND price < 1000000) AS middleBids,
  COUNT(*) FILTER (WHERE price >= 1000000) AS highBids,
  MIN(price) AS lowest,
  MAX(price) AS highest,
  AVG(price) AS average,
  SUM(price) AS total
FROM bid
GROUP BY auction, DATE_FORMAT(`dateTime`, 'yyyy-MM-dd')

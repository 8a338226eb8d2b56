-- The same for each channel and day, and the last minute.
SELECT channel, DATE_FORMAT(`dateTime`, 'yyyy-MM-dd') AS bidDay,
  MAX(DATE_FORMAT(`dateTime`, 'HH:mm')) AS lastMinute,
  COUNT(*) AS bids,
  COUNT(*) FILTER (WHERE price < 10000) AS lowBids,
  COUNT(*) FILTER (WHERE price >= 10000 AND price < 1000000) AS middleBids,
  COUNT(*) FILTER (WHERE price >= 1000000) AS highBids,
  COUNT(DISTINCT bidder) AS bidders,
  COUNT(DISTINCT bidder) FILTER (WHERE price < 10000) AS lowBidders,
  COUNT(DISTINCT bidder) FILTER (WHERE price >= 10000 AND price < 1000000) AS middleBidders,
  COUNT(DISTINCT bidder) FILTER (WHERE price >= 1000000) AS highBidders,
  COUNT(DISTINCT auction) AS auctions,
  COUNT(DISTINCT auction) FILTER (WHERE price < 10000) AS lowAuctions,
  COUNT(DISTINCT auction) FILTER (WHERE price >= 10000 AND price < 1000000) AS middleAuctions,
  COUNT(DISTINCT auction) FILTER (WHERE price >= 1000000) AS highAuctions
FROM bid
GROUP BY channel, DATE_FORMAT(`dateTime`, 'yyyy-MM-dd')

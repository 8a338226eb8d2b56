-- The last bid of each bidder for each auction.
SELECT auction, bidder, price, channel, url, `dateTime`, extra
FROM (
  SELECT *, ROW_NUMBER() OVER (
    PARTITION BY bidder, auction
    ORDER BY `dateTime` DESC, price DESC, channel, url, extra) AS recency
  FROM bid
)
WHERE recency <= 1

-- Each auction with the bid that won it: the highest, of equal ones the first.
SELECT id, itemName, description, initialBid, reserve, `dateTime`, expires, seller, category, extra,
  auction, bidder, price, bidTime, bidExtra
FROM (
  SELECT a.*, b.auction, b.bidder, b.price, b.`dateTime` AS bidTime, b.extra AS bidExtra,
    ROW_NUMBER() OVER (
      PARTITION BY a.id ORDER BY b.price DESC, b.`dateTime`, b.bidder, b.extra) AS place
  FROM auction AS a JOIN bid AS b ON b.auction = a.id
  WHERE b.`dateTime` BETWEEN a.`dateTime` AND a.expires
)
WHERE place <= 1

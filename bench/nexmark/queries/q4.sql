-- For each category, the average of what its auctions went for.
SELECT category, AVG(sold) AS average
FROM (
  SELECT a.id, a.category, MAX(b.price) AS sold
  FROM auction AS a JOIN bid AS b ON b.auction = a.id
  WHERE b.`dateTime` BETWEEN a.`dateTime` AND a.expires
  GROUP BY a.id, a.category
)
GROUP BY category

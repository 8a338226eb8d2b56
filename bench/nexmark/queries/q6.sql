-- For each seller, the average of what the last ten auctions went for. An OVER window cannot take
-- back a best bid that is topped, so the ten are ranked.
SELECT seller, AVG(price) AS average
FROM (
  SELECT seller, price,
    ROW_NUMBER() OVER (PARTITION BY seller ORDER BY expires DESC, id DESC) AS recency
  FROM (
    SELECT a.id, a.seller, a.expires, b.price,
      ROW_NUMBER() OVER (PARTITION BY a.id ORDER BY b.price DESC) AS place
    FROM auction AS a JOIN bid AS b ON b.auction = a.id
    WHERE b.`dateTime` BETWEEN a.`dateTime` AND a.expires
  )
  WHERE place <= 1
)
WHERE recency <= 10
GROUP BY seller

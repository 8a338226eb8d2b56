-- Bids of middling price, with the time of day and how often a letter is in the text.
SELECT auction, bidder, price * 0.908 AS price,
  CASE
    WHEN HOUR(`dateTime`) BETWEEN 8 AND 18 THEN 'day'
    WHEN HOUR(`dateTime`) <= 6 OR HOUR(`dateTime`) >= 20 THEN 'night'
    ELSE 'other'
  END AS timeOfDay,
  `dateTime`, extra, count_char(extra, 'c') AS letters
FROM bid
WHERE price * 0.908 > 1000000 AND price * 0.908 < 50000000

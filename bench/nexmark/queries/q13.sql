-- Each bid with what a file says of its auction.
SELECT b.auction, b.bidder, b.price, b.`dateTime`, s.note
FROM (SELECT *, MOD(auction, 10000) AS side FROM bid) AS b
JOIN side FOR SYSTEM_TIME AS OF b.arrival AS s ON s.id = b.side

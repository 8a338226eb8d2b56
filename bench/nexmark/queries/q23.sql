-- Bids of people who sell something too, with the person and each auction of theirs.
SELECT b.bidder, b.price, b.channel, b.url, b.extra AS bidExtra,
  p.id, p.name, p.emailAddress, p.creditCard, p.city, p.state, p.extra AS personExtra,
  a.itemName, a.description, a.initialBid, a.reserve, a.`dateTime`, a.expires, a.seller,
  a.category, a.extra AS auctionExtra
FROM bid AS b
JOIN person AS p ON p.id = b.bidder
JOIN auction AS a ON a.seller = b.bidder

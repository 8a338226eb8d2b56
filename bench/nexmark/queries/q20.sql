-- Bids for auctions of category 10, with all of the auction.
SELECT b.auction, b.bidder, b.price, b.channel, b.url, b.`dateTime` AS bidTime, b.extra AS bidExtra,
  a.itemName, a.description, a.initialBid, a.reserve, a.`dateTime` AS auctionTime, a.expires,
  a.seller, a.category, a.extra AS auctionExtra
FROM bid AS b JOIN auction AS a ON b.auction = a.id
WHERE a.category = 10

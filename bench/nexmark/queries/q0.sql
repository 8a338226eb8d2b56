-- Every bid as it came.
SELECT auction, bidder, price, `dateTime`, extra FROM bid

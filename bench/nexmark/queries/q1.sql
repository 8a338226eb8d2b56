-- Every bid with its price in another currency.
SELECT auction, bidder, price * 0.908 AS price, `dateTime`, extra FROM bid

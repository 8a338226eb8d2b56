-- Bids for one auction in 123.
SELECT auction, price FROM bid WHERE MOD(auction, 123) = 0

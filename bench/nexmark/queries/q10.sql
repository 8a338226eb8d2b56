-- All bids in files, a folder a day and minute.
SELECT auction, bidder, price, `dateTime`, extra,
  DATE_FORMAT(`dateTime`, 'yyyy-MM-dd') AS bidDay, DATE_FORMAT(`dateTime`, 'HH:mm') AS bidMinute
FROM bid

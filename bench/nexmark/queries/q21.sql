-- Each bid with a number for its channel: a known one's, or what the address names.
SELECT auction, bidder, price, channel,
  CASE LOWER(channel)
    WHEN 'apple' THEN '0'
    WHEN 'google' THEN '1'
    WHEN 'facebook' THEN '2'
    WHEN 'baidu' THEN '3'
    ELSE REGEXP_EXTRACT(url, '(&|^)channel_id=([^&]*)', 2)
  END AS channelId
FROM bid
WHERE LOWER(channel) IN ('apple', 'google', 'facebook', 'baidu')
  OR REGEXP_EXTRACT(url, '(&|^)channel_id=([^&]*)', 2) IS NOT NULL

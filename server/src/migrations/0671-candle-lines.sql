-- A chart asks for 500 candles at once and shows their digits as they are: turning seven figures of each into text took most of the
-- time of the question. They stand ready as one text now.
alter table candle add column figures text not null generated always as
  (open::text || ',' || high::text || ',' || low::text || ',' || close::text || ',' || volume_open::text || ',' || volume_usdt::text || ','
   || trades::text) stored;

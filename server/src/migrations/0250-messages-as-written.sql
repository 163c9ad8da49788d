-- Messages only travel: they are kept as they were written. Taking them apart cost a fifth of the time of writing them, and a posted
-- group of transfers waits for its messages.
alter table socket_message alter column data type json using data::text::json;

-- Open requests after the sale of all shops, for the console: among a million orders they are few, and were walked to from the newest.
create index mall_order_refunding on mall_order (id desc) where refund = 'refunding';

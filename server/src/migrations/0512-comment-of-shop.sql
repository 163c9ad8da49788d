-- A shop answers the comments on its goods (rulebook §12): whose they are stands with them, and lists read them along an index.
alter table goods_comment add column shop_id text;
alter table goods_comment disable trigger goods_comment_guard;
update goods_comment c set shop_id = g.shop_id from goods g where g.id = c.goods_id;
alter table goods_comment enable trigger goods_comment_guard;
create index goods_comment_of_shop on goods_comment (shop_id, id desc) where hidden_reason is null;
create index goods_comment_unanswered on goods_comment (shop_id, id desc) where hidden_reason is null and answer is null;

-- What a shop is still to be paid for.
create index mall_order_of_shop_held on mall_order (shop_id, coin_id) where status in ('pendingshipment', 'pendingreceipt');

-- Operators hide goods and comments (rulebook §12): who did it and when stands beside the reason, and lists find what is hidden.
alter table goods add column hidden_by text references operator;
alter table goods add column hidden_at timestamptz;
alter table goods add constraint goods_hidden check ((hidden_reason is null) = (hidden_at is null));
create index goods_hidden on goods (id desc) where hidden_reason is not null;

alter table goods_comment add column hidden_by text references operator;
alter table goods_comment add column hidden_at timestamptz;
alter table goods_comment add constraint goods_comment_hidden check ((hidden_reason is null) = (hidden_at is null));
create index goods_comment_hidden on goods_comment (id desc) where hidden_reason is not null;
create index goods_comment_of_goods on goods_comment (goods_id, id desc);
grant update (hidden_by, hidden_at) on goods_comment to openmere_app;

-- Orders between two moments, for operators.
create index mall_order_by_time on mall_order (created_at desc, id desc);

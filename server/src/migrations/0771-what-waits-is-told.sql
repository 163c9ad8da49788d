-- Orders that are paid and not shipped in time are told to both sides, once (decision 0260).
alter table order_event drop constraint order_event_kind_check;
alter table order_event add constraint order_event_kind_check check (kind in ('created', 'paid', 'shipped', 'corrected', 'received',
  'completed', 'cancelled', 'expired', 'claimed', 'agreed', 'refused', 'disputed', 'withdrawn', 'decided', 'message', 'late'));
create index mall_order_unshipped on mall_order (paid_at) where status = 'pendingshipment';
create unique index order_event_late on order_event (order_id) where kind = 'late';

-- Which of the news behind news_seen a member has read, article by article (decision 0259).
create table news_read (
  member_id text not null,
  article_id text not null references news_article,
  primary key (member_id, article_id)
);
grant select, insert, delete on news_read to openmere_app;

-- What the app says of itself and the device, where the member let it go along with a request.
alter table ticket add column device text not null default '' check (char_length(device) <= 2000);
create index ticket_opened on ticket (opened_at);

-- When the outside service of addresses may be asked next, whichever process asks (decision 0160).
create table geocode_turn (
  only_one boolean primary key default true check (only_one),
  next_at timestamptz not null default '-infinity'
);
insert into geocode_turn default values;
grant select, update on geocode_turn to openmere_app;

-- Carts: a member's, or that of a browser without a login, by the keyed hash of its own cookie.
create table cart_line (
  id text primary key check (id ~ '^crt_[0-9a-z]{26}$'),
  member_id text references member,
  guest text check (guest ~ '^[0-9a-f]{64}$'),
  goods_id text not null check (goods_id ~ '^gds_[0-9a-z]{26}$'),
  sku_id text not null check (sku_id ~ '^sku_[0-9a-z]{26}$'),
  quantity integer not null check (quantity between 1 and 999),
  -- What one piece cost when it was put in, in base units.
  price_added numeric(38, 0) not null check (price_added > 0),
  added_at timestamptz not null default now(),
  constraint cart_line_whose check ((member_id is null) <> (guest is null))
);
create unique index cart_line_of_member on cart_line (member_id, sku_id) where member_id is not null;
create unique index cart_line_of_guest on cart_line (guest, sku_id) where guest is not null;
-- What guests left behind goes after its time.
create index cart_line_forgotten on cart_line (added_at) where guest is not null;
grant select, insert, update, delete on cart_line to openmere_app;

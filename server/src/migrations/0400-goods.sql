-- Goods of the mall (rulebook §12): types, goods with their texts in each language, variants with price and stock.

create table goods_type (
  id text primary key check (id ~ '^gty_[0-9a-z]{26}$'),
  -- Null: at the top.
  pid text references goods_type check (pid <> id),
  -- Where it is shown; 0: in the classification.
  positions integer not null default 0 check (positions >= 0),
  sort integer not null default 0,
  picurl text not null default '',
  names jsonb not null check (jsonb_typeof(names) = 'object' and names <> '{}'),
  -- Goods for sale in it and below it, kept with them.
  goods integer not null default 0 check (goods >= 0)
);
create index goods_type_below on goods_type (pid, sort, id);

create table goods (
  id text primary key check (id ~ '^gds_[0-9a-z]{26}$'),
  shop_id text not null check (shop_id ~ '^shp_[0-9a-z]{26}$'),
  type_id text not null references goods_type,
  coin_id text not null check (coin_id in ('USDT', 'USDO')),
  -- The shop's own word; an operator hides with a reason, which leaves the shop's word as it is.
  state text not null default 'forsale' check (state in ('forsale', 'withdrawn')),
  hidden_reason text check (hidden_reason <> ''),
  shop_open boolean not null default true,
  pictures text[] not null default '{}' check (cardinality(pictures) <= 9),
  -- Kept from its variants that are for sale: how many, prices from and to, what OBL may pay of the cheapest, whether one is there.
  skus integer not null default 0 check (skus >= 0),
  price_min numeric(38, 0) not null default 0 check (price_min >= 0),
  price_max numeric(38, 0) not null default 0 check (price_max >= price_min),
  obl numeric(38, 0) not null default 0 check (obl >= 0 and obl <= price_min),
  in_stock boolean not null default false,
  listed boolean generated always as (state = 'forsale' and hidden_reason is null and shop_open and skus > 0) stored,
  -- What lists filter by: its type and those above, its shop.
  facets text[] not null default '{}',
  sold bigint not null default 0 check (sold >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index goods_of_shop on goods (shop_id, id);
create index goods_of_type on goods (type_id);

-- Goods for sale once for each list that they stand in: '0' (all), their type and each above it, their shop; and the same of their
-- coin only ('gty_…/USDO'). Each list in each order is an index, which is read as far as a list is counted, whatever else there is.
create table goods_listing (
  scope text not null,
  goods_id text not null references goods,
  created_at timestamptz not null,
  price_min numeric(38, 0) not null,
  sold bigint not null,
  in_stock boolean not null,
  primary key (goods_id, scope)
);
create index goods_listing_newest on goods_listing (scope, created_at, goods_id) include (in_stock);
create index goods_listing_by_price on goods_listing (scope, price_min, goods_id) include (in_stock);
create index goods_listing_by_sales on goods_listing (scope, sold, goods_id) include (in_stock);

create table goods_text (
  goods_id text not null references goods on delete cascade,
  locale text not null check (locale in ('zh-Hans', 'zh-Hant', 'en', 'ko', 'ja', 'vi', 'ms', 'th', 'es')),
  name text not null check (name <> ''),
  -- HTML, cleaned when it was written; cleaned again when it is read.
  content text not null default '',
  primary key (goods_id, locale)
);

create table goods_sku (
  id text primary key check (id ~ '^sku_[0-9a-z]{26}$'),
  goods_id text not null references goods,
  sort integer not null default 0,
  -- By language; empty where a goods has no choices.
  name jsonb not null default '{}' check (jsonb_typeof(name) = 'object'),
  price numeric(38, 0) not null check (price > 0),
  -- What of one piece may be paid with OBL at most.
  obl numeric(38, 0) not null default 0 check (obl >= 0 and obl <= price),
  stock integer not null check (stock >= 0),
  state text not null default 'forsale' check (state in ('forsale', 'withdrawn')),
  picurl text not null default ''
);
create index goods_sku_of_goods on goods_sku (goods_id, sort, id);

grant select, insert, update on goods_type, goods, goods_sku to openmere_app;
grant select, insert, update, delete on goods_text, goods_listing to openmere_app;
grant select on goods_type, goods, goods_listing, goods_text, goods_sku to openmere_readonly;

-- A shop looks after its goods (rulebook §12): each belongs to a shop, what was asked for twice is made once.

alter table goods add constraint goods_shop foreign key (shop_id) references shop;

-- What a request made: the same request again makes nothing more.
create table shop_request (
  shop_id text not null references shop,
  request_id uuid not null,
  goods_id text not null references goods,
  made_at timestamptz not null default now(),
  primary key (shop_id, request_id)
);

-- Files whose goods were made: the same file makes nothing more.
create table shop_import (
  shop_id text not null references shop,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  goods integer not null check (goods > 0),
  made_at timestamptz not null default now(),
  primary key (shop_id, hash)
);

grant select, insert on shop_request, shop_import to openmere_app;
grant select on shop_request, shop_import to openmere_readonly;

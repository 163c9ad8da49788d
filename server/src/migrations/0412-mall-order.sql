-- Orders of the mall (rulebook §12): what was bought and how it was paid, what happened to it, requests after the sale. Amounts are
-- base units of the order's coin; OBL counts one for one.
create table mall_order (
  id text primary key check (id ~ '^ord_[0-9a-z]{26}$'),
  -- What people read out on the telephone.
  serial text not null unique check (serial ~ '^[0-9]{8}-[0-9A-Z]{8}$'),
  member_id text not null references member,
  -- The client's key: one request makes its orders once; the hash says what was asked for.
  request_id uuid not null,
  request_hash text not null check (request_hash ~ '^[0-9a-f]{64}$'),
  shop_id text not null check (shop_id ~ '^shp_[0-9a-z]{26}$'),
  -- Whom the money of the shop goes to.
  seller_id text not null references member,
  coin_id text not null check (coin_id in ('USDT', 'USDO')),
  total numeric(38, 0) not null check (total > 0),
  obl_most numeric(38, 0) not null check (obl_most between 0 and total),
  status text not null default 'pendingpayment' check (status in
    ('pendingpayment', 'pendingshipment', 'pendingreceipt', 'completed', 'cancelled')),
  refund text not null default 'none' check (refund in ('none', 'refunding', 'refunded')),
  paid_coin numeric(38, 0) not null default 0 check (paid_coin >= 0),
  paid_obl numeric(38, 0) not null default 0 check (paid_obl between 0 and obl_most),
  refunded_coin numeric(38, 0) not null default 0 check (refunded_coin between 0 and paid_coin),
  refunded_obl numeric(38, 0) not null default 0 check (refunded_obl between 0 and paid_obl),
  -- How the rest was divided when it was completed.
  commission_bps integer check (commission_bps between 0 and 10000),
  shop_part numeric(38, 0) not null default 0 check (shop_part >= 0),
  margin_part numeric(38, 0) not null default 0 check (margin_part >= 0),
  fee_part numeric(38, 0) not null default 0 check (fee_part >= 0),
  recipient text not null,
  phone text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  detail text not null,
  note text not null default '',
  carrier text not null default '',
  tracking text not null default '',
  created_at timestamptz not null,
  pay_by timestamptz not null,
  -- When it is completed by itself; none before it is shipped and while a request after the sale is open.
  receive_by timestamptz,
  paid_at timestamptz,
  shipped_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text not null default '' check (cancel_reason in ('', 'member', 'expired', 'shop', 'refund', 'operator')),
  constraint mall_order_request unique (member_id, request_id, shop_id, coin_id),
  constraint mall_order_not_ones_own check (member_id <> seller_id),
  constraint mall_order_paid check (paid_coin + paid_obl = case when paid_at is null then 0 else total end),
  constraint mall_order_states check (case status
    when 'pendingpayment' then paid_at is null and refund = 'none'
    when 'pendingshipment' then paid_at is not null and shipped_at is null and refund = 'none'
    when 'pendingreceipt' then paid_at is not null and shipped_at is not null and refund <> 'refunded'
    when 'completed' then paid_at is not null and shipped_at is not null and refund <> 'refunding'
    else (refund = 'refunded') = (paid_at is not null) end),
  constraint mall_order_waits check ((receive_by is not null) = (status = 'pendingreceipt' and refund = 'none')),
  constraint mall_order_ends check ((completed_at is not null) = (status = 'completed')
    and (cancelled_at is not null) = (status = 'cancelled') and (cancel_reason <> '') = (status = 'cancelled')),
  constraint mall_order_refunded check (case
    when refund <> 'refunded' then refunded_coin + refunded_obl = 0
    when status = 'cancelled' then refunded_coin = paid_coin and refunded_obl = paid_obl
    else refunded_coin + refunded_obl between 1 and total - 1 end),
  -- To the last unit.
  constraint mall_order_divided check (shop_part + margin_part + fee_part
    = case when status = 'completed' then total - refunded_coin - refunded_obl else 0 end
    and (commission_bps is not null) = (status = 'completed'))
);
-- A member's orders and a shop's, newest first (ids are sortable by time); all, and those of a tab.
create index mall_order_of_member on mall_order (member_id, id desc);
create index mall_order_of_member_tab on mall_order (member_id, status, id desc);
create index mall_order_of_shop on mall_order (shop_id, id desc);
create index mall_order_of_shop_tab on mall_order (shop_id, status, id desc);
create index mall_order_by_status on mall_order (status, id desc);
create index mall_order_disputed on mall_order (shop_id, id desc) where refund = 'refunding';
-- What becomes due.
create index mall_order_unpaid on mall_order (pay_by) where status = 'pendingpayment';
create index mall_order_unreceived on mall_order (receive_by) where receive_by is not null;
-- A shop's statement.
create index mall_order_sold on mall_order (shop_id, completed_at) where status = 'completed';
-- What holds a member's money.
create index mall_order_held on mall_order (member_id, coin_id) where status in ('pendingshipment', 'pendingreceipt');

create table order_line (
  id text primary key check (id ~ '^oln_[0-9a-z]{26}$'),
  order_id text not null references mall_order,
  goods_id text not null check (goods_id ~ '^gds_[0-9a-z]{26}$'),
  sku_id text not null check (sku_id ~ '^sku_[0-9a-z]{26}$'),
  -- As it was when it was ordered, in the buyer's language.
  name text not null,
  sku_name text not null,
  picurl text not null,
  price numeric(38, 0) not null check (price > 0),
  obl numeric(38, 0) not null check (obl between 0 and price),
  quantity integer not null check (quantity between 1 and 999),
  commented boolean not null default false,
  constraint order_line_once unique (order_id, sku_id)
);

create table order_event (
  id bigint generated always as identity primary key,
  order_id text not null references mall_order,
  at timestamptz not null,
  kind text not null check (kind in ('created', 'paid', 'shipped', 'corrected', 'received', 'completed', 'cancelled', 'expired',
    'claimed', 'agreed', 'refused', 'disputed', 'withdrawn', 'decided', 'message')),
  by text not null check (by in ('buyer', 'shop', 'operator', 'system')),
  text text not null default '',
  pictures text[] not null default '{}' check (cardinality(pictures) <= 6),
  -- The client's key, where one has to make it once.
  request_id uuid,
  constraint order_event_once unique (order_id, by, request_id)
);
create index order_event_of_order on order_event (order_id, id);

create table after_sale (
  id text primary key check (id ~ '^aft_[0-9a-z]{26}$'),
  order_id text not null references mall_order,
  request_id uuid not null,
  kind text not null check (kind in ('refund', 'returnrefund')),
  amount numeric(38, 0) not null check (amount > 0),
  -- What went back in the end.
  given numeric(38, 0) check (given >= 0),
  status text not null default 'requested' check (status in ('requested', 'refused', 'disputed', 'agreed', 'decided', 'withdrawn')),
  text text not null check (text <> ''),
  pictures text[] not null default '{}' check (cardinality(pictures) <= 6),
  created_at timestamptz not null,
  -- Whose turn it is has until then.
  answer_by timestamptz,
  -- How long the order still had to wait by itself when it was frozen.
  left_ms bigint not null check (left_ms >= 0),
  ended_at timestamptz,
  reason text not null default '',
  constraint after_sale_request unique (order_id, request_id),
  constraint after_sale_waits check ((answer_by is not null) = (status in ('requested', 'refused'))),
  constraint after_sale_ends check ((ended_at is not null) = (status in ('agreed', 'decided', 'withdrawn'))),
  constraint after_sale_gives check ((given is not null) = (status in ('agreed', 'decided')))
);
create unique index after_sale_open on after_sale (order_id) where ended_at is null;
create index after_sale_of_order on after_sale (order_id, id desc);
create index after_sale_unanswered on after_sale (answer_by) where answer_by is not null;
create index after_sale_by_status on after_sale (status, id desc);

-- What was paid with one request, for several orders together.
create table order_payment (
  member_id text not null references member,
  request_id uuid not null,
  request_hash text not null check (request_hash ~ '^[0-9a-f]{64}$'),
  order_ids text[] not null check (cardinality(order_ids) between 1 and 20),
  coin_id text not null check (coin_id in ('USDT', 'USDO')),
  coin numeric(38, 0) not null check (coin >= 0),
  obl numeric(38, 0) not null check (obl >= 0),
  paid_at timestamptz not null,
  primary key (member_id, request_id)
);

-- The allowed graph, the same as core/src/mall/order-state.ts.
create function mall_order_guard() returns trigger language plpgsql as $$
declare
  before text := old.status || ' ' || old.refund;
  after text := new.status || ' ' || new.refund;
begin
  if (new.id, new.serial, new.member_id, new.request_id, new.request_hash, new.shop_id, new.seller_id, new.coin_id, new.total, new.obl_most,
      new.recipient, new.phone, new.country, new.detail, new.note, new.created_at, new.pay_by) is distinct from
     (old.id, old.serial, old.member_id, old.request_id, old.request_hash, old.shop_id, old.seller_id, old.coin_id, old.total, old.obl_most,
      old.recipient, old.phone, old.country, old.detail, old.note, old.created_at, old.pay_by) then
    raise exception 'mall_order: what was ordered stays' using errcode = 'integrity_constraint_violation';
  end if;
  if old.paid_at is not null and (new.paid_at, new.paid_coin, new.paid_obl) is distinct from (old.paid_at, old.paid_coin, old.paid_obl) then
    raise exception 'mall_order: it is paid once' using errcode = 'integrity_constraint_violation';
  end if;
  if old.shipped_at is not null and new.shipped_at is distinct from old.shipped_at then
    raise exception 'mall_order: it is shipped once' using errcode = 'integrity_constraint_violation';
  end if;
  if before = after then
    -- Only the number of a parcel on its way is corrected.
    if before not in ('pendingreceipt none', 'pendingreceipt refunding') then
      raise exception 'mall_order: % stays as it is', before using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if (before, after) not in (
      ('pendingpayment none', 'pendingshipment none'), ('pendingpayment none', 'cancelled none'),
      ('pendingshipment none', 'cancelled refunded'), ('pendingshipment none', 'pendingreceipt none'),
      ('pendingreceipt none', 'completed none'), ('pendingreceipt none', 'pendingreceipt refunding'),
      ('pendingreceipt refunding', 'pendingreceipt none'), ('pendingreceipt refunding', 'cancelled refunded'),
      ('pendingreceipt refunding', 'completed refunded'), ('pendingreceipt refunding', 'completed none')) then
    raise exception 'mall_order: % does not become %', before, after using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create function mall_order_begins() returns trigger language plpgsql as $$
begin
  if (new.status, new.refund) <> ('pendingpayment', 'none') then
    raise exception 'mall_order: it begins with its payment pending' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger mall_order_begins before insert on mall_order for each row execute function mall_order_begins();
create trigger mall_order_guard before update on mall_order for each row execute function mall_order_guard();

-- What is ordered comes to the total, looked at when the transaction ends.
create function mall_order_adds_up() returns trigger language plpgsql as $$
declare
  lines record;
begin
  select sum(price * quantity) as total, sum(obl * quantity) as obl into lines from order_line where order_id = new.id;
  if (lines.total, lines.obl) is distinct from (new.total, new.obl_most) then
    raise exception 'mall_order: its lines come to %, not %', lines.total, new.total using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger mall_order_adds_up after insert on mall_order
  deferrable initially deferred for each row execute function mall_order_adds_up();

create function order_line_guard() returns trigger language plpgsql as $$
begin
  if old.commented or not new.commented or (new.id, new.order_id, new.goods_id, new.sku_id, new.name, new.sku_name, new.picurl, new.price,
      new.obl, new.quantity) is distinct from (old.id, old.order_id, old.goods_id, old.sku_id, old.name, old.sku_name, old.picurl,
      old.price, old.obl, old.quantity) then
    raise exception 'order_line: what was ordered stays, and is commented once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger order_line_guard before update on order_line for each row execute function order_line_guard();
-- Lines come with their order, never after it.
create function order_line_begins() returns trigger language plpgsql as $$
begin
  if not exists (select from mall_order where id = new.order_id and status = 'pendingpayment') then
    raise exception 'order_line: the order is closed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger order_line_begins before insert on order_line for each row execute function order_line_begins();

-- The same as core/src/mall/after-sale.ts.
create function after_sale_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_id, new.request_id, new.kind, new.amount, new.text, new.pictures, new.created_at, new.left_ms) is distinct from
     (old.id, old.order_id, old.request_id, old.kind, old.amount, old.text, old.pictures, old.created_at, old.left_ms) then
    raise exception 'after_sale: what was asked for stays' using errcode = 'integrity_constraint_violation';
  end if;
  if (old.status, new.status) not in (('requested', 'agreed'), ('requested', 'refused'), ('requested', 'withdrawn'),
      ('requested', 'disputed'), ('refused', 'agreed'), ('refused', 'disputed'), ('refused', 'withdrawn'), ('disputed', 'agreed'),
      ('disputed', 'withdrawn'), ('disputed', 'decided')) then
    raise exception 'after_sale: % does not become %', old.status, new.status using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger after_sale_guard before update on after_sale for each row execute function after_sale_guard();

create function mall_order_stays() returns trigger language plpgsql as $$
begin
  raise exception '%: rows are never changed or removed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
do $$
declare
  name text;
begin
  foreach name in array '{mall_order,order_line,order_event,after_sale,order_payment}'::text[] loop
    execute format('create trigger %I before delete on %I for each row execute function mall_order_stays()', name || '_stays', name);
    execute format('create trigger %I before truncate on %I for each statement execute function mall_order_stays()', name || '_no_truncate', name);
  end loop;
  foreach name in array '{order_event,order_payment}'::text[] loop
    execute format('create trigger %I before update on %I for each row execute function mall_order_stays()', name || '_as_it_was', name);
  end loop;
end $$;

grant select, insert, update on mall_order, after_sale to openmere_app;
grant select, insert on order_line, order_event, order_payment to openmere_app;
grant update (commented) on order_line to openmere_app;

-- The commission of the mall is a fee of use like the others.
alter table reward_fee drop constraint reward_fee_source_check;
alter table reward_fee add constraint reward_fee_source_check check (source in ('swap', 'transfer', 'withdrawal', 'mall'));

-- Rewards (rulebook §9, §10): fee events, settlements, rewards, claims, and what flowed through the pools. Base units throughout;
-- days are whole UTC days since 1970.

-- A pool settled for a period, once. `step` says how far it is; each step is one transaction (yield pays in many, by serial).
create table reward_settlement (
  pool text not null check (pool in ('referral', 'yield', 'leadership', 'contribution', 'node')),
  -- First day of the period, and how many days it has.
  period integer not null check (period >= 0),
  days integer not null check (days in (1, 7)),
  step text not null check (step in ('opened', 'written', 'settled')),
  -- Its rewards are first_serial … last_serial; null before they are written and where there are none.
  first_serial bigint,
  last_serial bigint,
  -- How far they were credited (yield).
  credited_serial bigint,
  -- Business time.
  opened_at timestamptz not null,
  settled_at timestamptz,
  primary key (pool, period),
  constraint reward_settlement_ends check ((step = 'settled') = (settled_at is not null)),
  constraint reward_settlement_serials check (first_serial <= last_serial and credited_serial <= last_serial)
);
-- Those that are not done.
create index reward_settlement_open on reward_settlement (period) where step <> 'settled';

-- What a settlement divides, by coin: never more than it was funded with.
create table reward_settlement_sum (
  pool text not null,
  period integer not null,
  coin_id text not null check (coin_id ~ '^[A-Z]{2,10}$'),
  -- What the period had to divide: the referral part of its fees, or what the pool held.
  funded numeric(45, 0) not null check (funded >= 0),
  -- What members can claim; what is reserved for the POY that they are credited.
  due numeric(45, 0) not null default 0 check (due >= 0),
  poy numeric(45, 0) not null default 0 check (poy >= 0),
  -- On to other pools: the weekly ones; what had no taker or was not qualified.
  leadership numeric(45, 0) not null default 0 check (leadership >= 0),
  contribution numeric(45, 0) not null default 0 check (contribution >= 0),
  market_value numeric(45, 0) not null default 0 check (market_value >= 0),
  primary key (pool, period, coin_id),
  foreign key (pool, period) references reward_settlement (pool, period),
  constraint reward_never_more_than_funded check (due + poy + leadership + contribution + market_value <= funded)
);

-- Fee events, each in one settlement only. A payer is a member, or a wallet of nobody (address).
create table reward_fee (
  source text not null check (source in ('swap', 'transfer', 'withdrawal')),
  reference text not null check (char_length(reference) <= 120),
  day integer not null,
  payer text not null check (char_length(payer) <= 80),
  coin_id text not null check (coin_id ~ '^[A-Z]{2,10}$'),
  fee numeric(45, 0) not null check (fee > 0),
  -- What of it went to the referral pool.
  part numeric(45, 0) not null check (part between 0 and fee),
  at timestamptz not null,
  primary key (source, reference)
);
-- All of a day, by payer: what is divided, and the trace of one reward.
create index reward_fee_of_day on reward_fee (day, payer);

-- How far the journal of a fee account was read: up to which row, by which day's settlement.
create table reward_fee_cursor (
  account text not null,
  coin_id text not null,
  day integer not null,
  row_id bigint not null check (row_id >= 0),
  primary key (account, coin_id, day)
);

-- One reward: of one payer and day, or of one pool and period. No foreign key to member: a member is never removed, and a million
-- rows would each ask. Its state is `pending` until its settlement is settled, whatever stands here.
create table reward (
  serial bigint generated always as identity primary key,
  member_id text not null,
  kind text not null,
  coin_id text not null,
  amount numeric(45, 0) not null,
  status text not null,
  pool text not null,
  period integer not null,
  payer text,
  level smallint,
  rate_bps integer,
  already_bps integer,
  -- What the rate was taken of: the payer's parts of the day, or what the pool gave out.
  base numeric(45, 0),
  weight numeric(60, 0),
  weight_total numeric(60, 0),
  reason text,
  -- How much personal power was missing.
  missing numeric(45, 0),
  claim_id text,
  at timestamptz not null,
  -- Once for ever, where somebody else than a settlement wrote it.
  key text,
  constraint reward_amount check (amount > 0),
  constraint reward_kind check (kind in
    ('direct', 'indirect', 'team', 'management', 'leadership', 'contribution', 'yield', 'dynamic', 'bonus', 'dividend')),
  constraint reward_status check (status in ('claimable', 'claimed', 'notqualified')),
  constraint reward_unqualified_says_why check ((status = 'notqualified') = (reason is not null))
);
-- A member's own, newest first.
create index reward_of_member on reward (member_id, serial desc);
-- What a member can claim.
create index reward_claimable on reward (member_id, serial) where status = 'claimable';
create unique index reward_once on reward (key) where key is not null;

create function reward_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and old.status <> 'claimable'
     or row(new.serial, new.member_id, new.kind, new.coin_id, new.amount, new.pool, new.period, new.payer, new.level, new.rate_bps,
        new.already_bps, new.base, new.weight, new.weight_total, new.reason, new.missing, new.at, new.key)
      is distinct from row(old.serial, old.member_id, old.kind, old.coin_id, old.amount, old.pool, old.period, old.payer, old.level,
        old.rate_bps, old.already_bps, old.base, old.weight, old.weight_total, old.reason, old.missing, old.at, old.key) then
    raise exception 'reward: what was decided stays; it can only be claimed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger reward_guard before update on reward for each row execute function reward_guard();

-- One claim a request.
create table reward_claim (
  id text primary key check (id ~ '^clm_[0-9a-z]{26}$'),
  member_id text not null references member,
  request_id uuid not null,
  -- What was asked for: `*`, a kind, or an id.
  target text not null,
  count integer not null check (count >= 0),
  -- { coin: base units as text }
  sums jsonb not null,
  -- Business time.
  claimed_at timestamptz not null,
  constraint reward_claim_request unique (member_id, request_id)
);

-- What came into a pool and went out of it, by UTC day (the ledger's time) and kind of entry; and how far the journal was read.
create table reward_flow (
  pool text not null,
  coin_id text not null,
  day integer not null,
  kind text not null,
  income numeric(45, 0) not null check (income >= 0),
  outgo numeric(45, 0) not null check (outgo >= 0),
  last_at timestamptz not null,
  primary key (pool, coin_id, day, kind)
);
create table reward_flow_cursor (
  pool text not null,
  coin_id text not null,
  row_id bigint not null check (row_id >= 0),
  primary key (pool, coin_id)
);

create function reward_never_changed() returns trigger language plpgsql as $$
begin
  raise exception '%: rows are never changed or removed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger reward_never_removed before delete or truncate on reward for each statement execute function reward_never_changed();
create trigger reward_fee_fixed before update or delete or truncate on reward_fee
  for each statement execute function reward_never_changed();
create trigger reward_fee_cursor_fixed before update or delete or truncate on reward_fee_cursor
  for each statement execute function reward_never_changed();
create trigger reward_claim_fixed before update or delete or truncate on reward_claim
  for each statement execute function reward_never_changed();
create trigger reward_settlement_never_removed before delete or truncate on reward_settlement
  for each statement execute function reward_never_changed();
create trigger reward_settlement_sum_fixed before update or delete or truncate on reward_settlement_sum
  for each statement execute function reward_never_changed();

create function reward_settlement_guard() returns trigger language plpgsql as $$
begin
  if new.pool <> old.pool or new.period <> old.period or new.days <> old.days or new.opened_at <> old.opened_at
     or old.step = 'settled'
     or array_position(array['opened', 'written', 'settled'], new.step) < array_position(array['opened', 'written', 'settled'], old.step) then
    raise exception 'reward_settlement: it only goes on' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger reward_settlement_guard before update on reward_settlement for each row execute function reward_settlement_guard();

revoke all on reward_settlement, reward_settlement_sum, reward_fee, reward_fee_cursor, reward, reward_claim, reward_flow,
  reward_flow_cursor from openmere_app;
grant select, insert, update on reward_settlement, reward_flow, reward_flow_cursor to openmere_app;
grant select, insert on reward_settlement_sum, reward_fee, reward_fee_cursor, reward_claim to openmere_app;
grant select, insert on reward to openmere_app;
grant update (status, claim_id) on reward to openmere_app;

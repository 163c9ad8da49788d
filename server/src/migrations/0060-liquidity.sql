-- Liquidity on chain and EQUITY in the ledger (rulebook §8; threats T16, T19; I07, I20).

-- What the desk (and OUSD) said, one row a log, by address: a wallet may have liquidity before it is bound to a member.
-- Figures are whole base units as the chain has them (uint256), so that no event is too large to be kept.
create table liquidity_record (
  id text primary key check (id ~ '^liq_[0-9a-z]{26}$'),
  chain_id integer not null,
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  type text not null check (type in ('add', 'remove', 'readd', 'release', 'redeem')),
  status text not null check (status in ('seen', 'final')),
  usdt numeric(78, 0) not null check (usdt >= 0),
  open numeric(78, 0) not null check (open >= 0),
  lp numeric(78, 0) not null check (lp >= 0),
  -- USDT value of the order and of its LP; up to twice uint256, because both sides are added.
  amount numeric(80, 0) not null check (amount >= 0),
  lp_value numeric(80, 0) not null check (lp_value >= 0),
  -- OUSD paid to the member; OUSD put aside (remove), or taken from what was put aside (readd, release).
  ousd numeric(78, 0) not null check (ousd >= 0),
  ousd_held numeric(78, 0) not null check (ousd_held >= 0),
  -- The oracle's average that the desk valued the adding at, E18.
  price_e18 numeric(78, 0) check (price_e18 >= 0),
  hold_id bigint,
  release_at timestamptz,
  -- What was granted, and to whom: the member that the wallet was bound to when the log became final.
  equity numeric(45, 0) not null default 0 check (equity >= 0),
  member_id text references member,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  log_index integer not null check (log_index >= 0),
  block_number bigint not null check (block_number >= 0),
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  block_time timestamptz not null,
  constraint liquidity_adding_has_price check ((type in ('add', 'readd')) = (price_e18 is not null)),
  constraint liquidity_equity_is_somebodys check (equity = 0 or (member_id is not null and status = 'final'))
);
-- One row per final log, whatever is replayed. Those that are only seen may stand on each other's places for a moment.
create unique index liquidity_record_once on liquidity_record (chain_id, tx_hash, log_index) where status = 'final';
-- Records of a wallet, newest first, and the same forwards to fold a position again.
create index liquidity_record_of_address on liquidity_record (chain_id, address, block_number desc, log_index desc);
-- Those that wait for finality.
create index liquidity_record_seen on liquidity_record (chain_id) where status = 'seen';

create function liquidity_record_guard() returns trigger language plpgsql as $$
begin
  if old.status = 'final' then
    raise exception 'liquidity_record: what is final never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger liquidity_record_guard before update or delete on liquidity_record
  for each row execute function liquidity_record_guard();

create function liquidity_no_truncate() returns trigger language plpgsql as $$
begin
  raise exception '%: rows are never removed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger liquidity_record_no_truncate before truncate on liquidity_record
  for each statement execute function liquidity_no_truncate();

-- What the final records of an address add up to (server/src/liquidity/fold.ts). Costs are by average.
create table liquidity_position (
  chain_id integer not null,
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  lp numeric(78, 0) not null check (lp >= 0),
  paid_usdt numeric(78, 0) not null check (paid_usdt >= 0),
  paid_open numeric(78, 0) not null check (paid_open >= 0),
  paid_value numeric(80, 0) not null check (paid_value >= 0),
  -- √(x·y) per LP when it was added, averaged by LP, 18 places: its growth since is what fees earned.
  entry_root_e18 numeric(78, 0) not null check (entry_root_e18 >= 0),
  ousd_obtained numeric(78, 0) not null check (ousd_obtained >= 0),
  -- The newest log that is in it.
  block_number bigint not null,
  log_index integer not null,
  primary key (chain_id, address)
);

-- OUSD that the desk still holds for an address.
create table liquidity_hold (
  chain_id integer not null,
  address text not null,
  hold_id bigint not null check (hold_id >= 0),
  amount numeric(78, 0) not null check (amount > 0),
  release_at timestamptz not null,
  primary key (chain_id, address, hold_id),
  foreign key (chain_id, address) references liquidity_position (chain_id, address)
);

-- EQUITY of a person (a main account with its sub-accounts): what was ever earned and spent (I20). `cap` is the one in force
-- when it last earned; an operator may lower the value later without making a row wrong.
create table equity_person (
  person_id text primary key references member,
  earned numeric(45, 0) not null default 0 check (earned >= 0),
  spent numeric(45, 0) not null default 0 check (spent >= 0),
  -- What was spent when the cap was reached; null while it is not reached.
  capped_at_spent numeric(45, 0) check (capped_at_spent between 0 and spent),
  cap numeric(45, 0) not null check (cap >= 0),
  constraint equity_within_cap check (earned - spent between 0 and cap)
);

-- Whose EQUITY a member's is: the person that the member belonged to when the first was granted, for ever, so that leaving a
-- main account opens no second cap.
create table equity_holder (
  member_id text primary key references member,
  person_id text not null references equity_person
);
create index equity_holder_of_person on equity_holder (person_id);

-- Each time that something earned EQUITY, once for ever, also when the cap left nothing of it: how much was brought in, and
-- how much was granted. The ledger has an entry under the same key where it was more than nothing.
create table equity_grant (
  key text primary key,
  member_id text not null references member,
  value numeric(80, 0) not null check (value >= 0),
  granted numeric(45, 0) not null check (granted between 0 and value),
  granted_at timestamptz not null default now()
);
create index equity_grant_of_member on equity_grant (member_id, granted_at desc);

create function equity_guard() returns trigger language plpgsql as $$
begin
  if new.person_id <> old.person_id or new.earned < old.earned or new.spent < old.spent then
    raise exception 'equity_person: what was earned and spent only grows' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger equity_guard before update on equity_person for each row execute function equity_guard();

create function equity_never_removed() returns trigger language plpgsql as $$
begin
  raise exception '%: rows are never changed or removed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger equity_never_removed before delete on equity_person for each row execute function equity_never_removed();
create trigger equity_no_truncate before truncate on equity_person for each statement execute function equity_never_removed();
create trigger equity_holder_fixed before update or delete on equity_holder
  for each row execute function equity_never_removed();
create trigger equity_grant_fixed before update or delete on equity_grant
  for each row execute function equity_never_removed();
create trigger equity_grant_no_truncate before truncate on equity_grant
  for each statement execute function equity_never_removed();
create trigger equity_holder_no_truncate before truncate on equity_holder
  for each statement execute function equity_never_removed();

revoke all on liquidity_record, liquidity_position, liquidity_hold, equity_person, equity_holder, equity_grant from openmere_app;
grant select, insert, update, delete on liquidity_record, liquidity_hold to openmere_app;
grant select, insert, update on liquidity_position, equity_person to openmere_app;
grant select, insert on equity_holder, equity_grant to openmere_app;

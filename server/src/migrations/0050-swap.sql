-- The market (rulebook §7): trades, candles, pool series. What is final is kept for good; what may still change stands beside
-- it and counts only above the follower's cursor, so that nothing is ever counted twice or taken back.

-- How far each handler of the follower is. A handler that is added to an old data folder first reads what lies before.
create table chain_handler (
  chain_id integer not null,
  handler text not null,
  -- First block that it has not read yet; null: it goes with chain_cursor.
  next_block bigint check (next_block >= 0),
  since timestamptz not null default now(),
  primary key (chain_id, handler)
);
-- Those that were there before this table have gone with the cursor all the while.
insert into chain_handler (chain_id, handler)
select c.chain_id, h.name
  from chain_cursor c, unnest(array['deposit-transfer', 'member-activated', 'withdrawal-paid', 'reserve-cold']) as h(name)
 where c.block_hash is not null;

create table trade (
  -- By its place on chain, so that a replay has the same id: 40 digits of the transaction's hash and the log's index.
  id text primary key check (id ~ '^trd_[0-9a-f]{40}-[0-9]{1,9}$'),
  chain_id integer not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  log_index integer not null check (log_index >= 0),
  block_number bigint not null check (block_number >= 0),
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  block_time timestamptz not null,
  -- Whose wallet traded; a member's or not.
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  bought boolean not null,
  -- Base units. Buying: all that was paid, the fee included. Selling: what was received after the fee.
  usdt_amount numeric(78, 0) not null check (usdt_amount >= 0),
  -- Buying: received. Selling: given, the burned part included.
  open_amount numeric(78, 0) not null check (open_amount >= 0),
  fee numeric(78, 0) not null check (fee >= 0),
  burned numeric(78, 0) not null check (burned >= 0),
  status text not null check (status in ('seen', 'final')),
  -- Whether the sockets were told of this status.
  announced boolean not null,
  constraint trade_once unique (chain_id, tx_hash, log_index)
);
-- All trades, newest first.
create index trade_newest on trade (chain_id, block_number desc, log_index desc);
-- One wallet's, newest first.
create index trade_of_address on trade (chain_id, address, block_number desc, log_index desc);
-- What the sockets must still hear.
create index trade_to_announce on trade (chain_id, block_number) where not announced;
-- Those that can still change.
create index trade_seen on trade (chain_id, block_number) where status = 'seen';

create function trade_guard() returns trigger language plpgsql as $$
begin
  if old.status = 'final' then
    if tg_op = 'DELETE' or row(new.id, new.tx_hash, new.log_index, new.block_number, new.block_hash, new.block_time, new.address,
        new.bought, new.usdt_amount, new.open_amount, new.fee, new.burned, new.status)
      is distinct from row(old.id, old.tx_hash, old.log_index, old.block_number, old.block_hash, old.block_time, old.address,
        old.bought, old.usdt_amount, old.open_amount, old.fee, old.burned, old.status) then
      raise exception 'trade: what is final never changes' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger trade_guard before update or delete on trade for each row execute function trade_guard();

-- Candles of final swaps of the pair, all intervals; prices in USDT per OPEN × 10^18, volumes in base units. Intervals
-- without a swap have no row. first_at and last_at are the places of the first and last swap, block × 10^6 + log index:
-- with them two parts of a candle can be put together in any order.
create table candle (
  chain_id integer not null,
  interval text not null check (interval in ('1m', '30m', '1h', '4h', '1d', '1w')),
  open_time timestamptz not null,
  open numeric(78, 0) not null check (open > 0),
  high numeric(78, 0) not null check (high >= open),
  low numeric(78, 0) not null check (low > 0 and low <= open),
  close numeric(78, 0) not null check (close between low and high),
  volume_open numeric(78, 0) not null check (volume_open >= 0),
  volume_usdt numeric(78, 0) not null check (volume_usdt >= 0),
  trades integer not null check (trades > 0),
  first_at bigint not null,
  last_at bigint not null check (last_at >= first_at),
  primary key (chain_id, interval, open_time)
);

-- Swaps of the pair that are not final, the whole set, written anew at each head. Those at or below the cursor are counted
-- in candles already and are overlooked.
create table swap_seen (
  chain_id integer not null,
  block_number bigint not null,
  log_index integer not null,
  block_hash text not null,
  block_time timestamptz not null,
  price numeric(78, 0) not null check (price > 0),
  open_amount numeric(78, 0) not null,
  usdt_amount numeric(78, 0) not null,
  primary key (chain_id, block_number, log_index)
);

-- The pool after each change of its reserves (final).
create table pool_point (
  chain_id integer not null,
  block_number bigint not null,
  log_index integer not null,
  block_time timestamptz not null,
  reserve_usdt numeric(78, 0) not null check (reserve_usdt >= 0),
  reserve_open numeric(78, 0) not null check (reserve_open >= 0),
  -- All LP issued less burned, up to here.
  lp_total numeric(78, 0) not null,
  primary key (chain_id, block_number, log_index)
);
-- The pool as it was at a time.
create index pool_point_at on pool_point (chain_id, block_time desc, block_number desc, log_index desc);

-- LP issued (above zero) and burned (below), final: what lp_total sums up, so that it can be put right when logs come late.
create table lp_change (
  chain_id integer not null,
  block_number bigint not null,
  log_index integer not null,
  change numeric(78, 0) not null check (change <> 0),
  primary key (chain_id, block_number, log_index)
);

-- OPEN that left the world (final), by whomever.
create table open_burn (
  chain_id integer not null,
  block_number bigint not null,
  log_index integer not null,
  block_time timestamptz not null,
  tx_hash text not null,
  address text not null,
  amount numeric(78, 0) not null check (amount > 0),
  primary key (chain_id, block_number, log_index)
);

-- The market as the contracts say it, all of one block: one row a chain.
create table pool_state (
  chain_id integer primary key,
  block_number bigint not null,
  block_hash text not null,
  block_time timestamptz not null,
  reserve_usdt numeric(78, 0) not null check (reserve_usdt > 0),
  reserve_open numeric(78, 0) not null check (reserve_open > 0),
  lp_total numeric(78, 0) not null check (lp_total > 0),
  burned numeric(78, 0) not null check (burned >= 0),
  pool_bps integer not null check (pool_bps between 0 and 10000),
  community_bps integer not null check (community_bps between 0 and 10000),
  burn_bps integer not null check (burn_bps between 0 and 10000),
  tradable boolean not null,
  -- Null while the oracle is not ready.
  twap numeric(78, 0),
  read_at timestamptz not null
);

-- The general grants of 0001 are too wide for what is never taken back.
revoke all on chain_handler, candle, pool_point, lp_change, open_burn, pool_state from openmere_app;
grant select, insert, update on chain_handler, candle, pool_point, pool_state to openmere_app;
grant select, insert on open_burn, lp_change to openmere_app;

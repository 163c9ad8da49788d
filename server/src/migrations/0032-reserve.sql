-- What reconciliation found last, per coin (rulebook §4; I09): one row a coin, so that health pages and the proof of
-- reserves need no look at the chain.
create table reserve_check (
  chain_id integer not null,
  coin_id text not null check (coin_id ~ '^[A-Z]{2,10}$'),
  -- Both as of this block, the follower's cursor.
  block_number bigint not null,
  block_hash text not null,
  -- What our addresses must hold by the ledger (−balance of treasury:bsc), and what they hold; base units.
  ledger_amount numeric(38, 0) not null,
  chain_amount numeric(38, 0) not null,
  addresses integer not null,
  equal boolean generated always as (ledger_amount = chain_amount) stored,
  checked_at timestamptz not null,
  -- The last block at which both were equal: a rescan starts behind it.
  equal_block bigint,
  equal_at timestamptz,
  primary key (chain_id, coin_id)
);
revoke all on reserve_check from openmere_app;
grant select, insert, update on reserve_check to openmere_app;

-- What must lie at each deposit address by the final events of the chain, so that reserves of a million addresses are
-- compared with a few questions, and the sweeper finds its targets by an index.
-- Written by the indexer (expected, changed_block, touched) and the settler (touched); read by both. Not by api and signer.
create table deposit_holding (
  chain_id integer not null,
  token text not null check (token ~ '^0x[0-9a-f]{40}$'),
  address text not null references deposit_address (address),
  -- What came in minus what was swept out, base units. Negative only when an arrival was never told: that is a difference.
  expected numeric(45, 0) not null default 0,
  -- Block of the newest event that changed it.
  changed_block bigint not null check (changed_block >= 0),
  -- Changed since reconciliation last found the chain's balance to be what is expected.
  touched boolean not null default true,
  primary key (chain_id, token, address)
) with (fillfactor = 70);
-- Reconciliation: what changed, and, in rounds by address, what is not empty; the sum of it all comes from the second one, too.
create index deposit_holding_touched on deposit_holding (chain_id, token, address) where touched;
create index deposit_holding_held on deposit_holding (chain_id, token, address) include (expected) where expected <> 0;
-- The sweeper: the fullest addresses first.
create index deposit_holding_to_sweep on deposit_holding (chain_id, expected desc, token, address) where expected > 0;

insert into deposit_holding (chain_id, token, address, expected, changed_block)
select chain_id, token, address, coalesce(sum(amount) filter (where swept_at is null), 0), max(block_number)
  from deposit where credited_at is not null group by chain_id, token, address;

-- Rounds of addresses by chain and address (reconciliation of those that nothing tells of).
create index deposit_address_round on deposit_address (chain_id, address);

-- How far reconciliation's rounds are: over the addresses that hold something (by coin), and over all ("all").
-- Written and read by the settler.
create table reserve_round (
  chain_id integer not null,
  list text not null check (list ~ '^([A-Z]{2,10}|all)$'),
  after_address text not null default '',
  -- When a round last came to its end: every address of the list was asked since the one before.
  ended_at timestamptz,
  primary key (chain_id, list)
);
-- Single addresses that did not hold what was expected, at the last comparison.
alter table reserve_check add column misplaced integer not null default 0 check (misplaced >= 0);
alter table reserve_check drop column equal;
alter table reserve_check add column equal boolean not null
  generated always as (ledger_amount = chain_amount and misplaced = 0) stored;

revoke all on deposit_holding, reserve_round from openmere_app;
grant select, insert, update on deposit_holding, reserve_round to openmere_app;

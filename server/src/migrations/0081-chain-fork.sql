-- The way out of a reorganisation deeper than the confirmations (rulebook §5). The indexer finds it and, when two operators agreed in
-- the console, goes back to the last block that both chains share and reads on from there. What was applied before and does not come
-- again is gone: two operators book it to suspense. Written by the indexer (found, rolled back, came again) and by the api (approvals,
-- booked); read by both.
create table chain_fork (
  id bigint generated always as identity primary key,
  chain_id integer not null,
  found_at timestamptz not null default now(),
  -- The last applied block, and the hash that the node has in its place.
  cursor_number bigint not null,
  cursor_hash text not null,
  other_hash text not null,
  -- The newest block of the kept hashes that is still the chain's; null: deeper than they reach.
  common_number bigint,
  common_hash text,
  rollback_proposed_by text,
  rollback_approved_by text,
  rolled_back_at timestamptz,
  -- When copies of the chain's state (what lies at deposit addresses) were read anew, after the new blocks; null: not yet, or
  -- something came again since.
  measured_at timestamptz,
  booking_proposed_by text,
  booking_approved_by text,
  ended_at timestamptz,
  constraint chain_fork_two_rollback check (rollback_approved_by <> rollback_proposed_by),
  constraint chain_fork_two_booking check (booking_approved_by <> booking_proposed_by),
  constraint chain_fork_common check (rollback_approved_by is null or (rollback_proposed_by is not null and common_number is not null)),
  constraint chain_fork_order check (rolled_back_at is null or rollback_approved_by is not null)
);
create unique index chain_fork_open on chain_fork (chain_id) where ended_at is null;

-- Logs that were applied from blocks that are no longer the chain's.
create table chain_orphan (
  fork_id bigint not null references chain_fork (id),
  chain_id integer not null,
  handler text not null,
  tx_hash text not null,
  log_index integer not null,
  content bytea,
  nth smallint,
  block_number bigint not null,
  -- The block in which the same log came again; null: gone.
  returned_block bigint,
  -- Whether its loss stands in suspense; taken back when it comes again after all.
  booked boolean not null default false,
  primary key (fork_id, handler, tx_hash, log_index)
);
create index chain_orphan_content on chain_orphan (chain_id, handler, tx_hash);
-- Rolling back looks for the applied logs of the newest blocks.
create index chain_log_block on chain_log using brin (block_number);

create index withdrawal_paid_tx on withdrawal (paid_tx) where paid_tx is not null;

-- The cursor goes back only to a block that two operators agreed on, once.
create or replace function chain_cursor_guard() returns trigger language plpgsql as $$
begin
  if new.block_number < old.block_number and not exists (
    select from chain_fork f where f.chain_id = new.chain_id and f.rollback_approved_by is not null and f.rolled_back_at is null
      and f.ended_at is null and f.common_number = new.block_number and f.common_hash = new.block_hash
      and f.cursor_number = old.block_number and f.cursor_hash = old.block_hash)
  then
    raise exception 'chain_cursor: what is final is never taken back' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

revoke all on chain_fork, chain_orphan from openmere_app;
grant select, insert, update on chain_fork, chain_orphan to openmere_app;

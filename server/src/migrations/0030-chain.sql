-- Following the chain (rulebook §4; threats T12–T14, I07–I09). Only what is final stands here.

-- How far the chain was followed: the last block whose logs are all applied. Moved in the transaction that applies them, and
-- locked first by it, so that two followers can never apply the same range.
create table chain_cursor (
  chain_id integer primary key,
  -- start block − 1 before the first step; its hash is then unknown.
  block_number bigint not null check (block_number >= -1),
  block_hash text check (block_hash ~ '^0x[0-9a-f]{64}$'),
  block_time timestamptz,
  moved_at timestamptz not null default now(),
  -- What the chain node said at the last poll, for health pages and for counting confirmations.
  head_number bigint,
  head_time timestamptz,
  final_number bigint,
  polled_at timestamptz,
  -- Age of the oldest final block that is not applied yet, in milliseconds; 0 when there is none.
  lag_ms bigint check (lag_ms >= 0),
  -- Why the last poll failed; null when it went well.
  problem text
);

-- Hashes of followed blocks (ends of ranges and blocks with logs), so that a changed final block shows how deep it goes.
create table chain_checkpoint (
  chain_id integer not null,
  block_number bigint not null,
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  primary key (chain_id, block_number)
);

-- Each log that a handler was given, once for ever (I07): whatever is replayed, rescanned or lied about.
create table chain_log (
  chain_id integer not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  log_index integer not null check (log_index >= 0),
  handler text not null,
  block_number bigint not null,
  block_hash text not null,
  applied_at timestamptz not null default now(),
  primary key (chain_id, tx_hash, log_index, handler)
);

-- Ranges to read again, block by block, because reconciliation found the ledger and the chain apart.
create table chain_rescan (
  id bigint generated always as identity primary key,
  chain_id integer not null,
  from_block bigint not null check (from_block >= 0),
  reason text not null,
  asked_at timestamptz not null default now(),
  done_at timestamptz,
  found integer
);
-- The waiting ones.
create unique index chain_rescan_waiting on chain_rescan (chain_id, from_block) where done_at is null;

create function chain_cursor_guard() returns trigger language plpgsql as $$
begin
  if new.block_number < old.block_number then
    raise exception 'chain_cursor: what is final is never taken back' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger chain_cursor_guard before update on chain_cursor for each row execute function chain_cursor_guard();

create function chain_append_only() returns trigger language plpgsql as $$
begin
  raise exception '%: rows are never changed or removed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger chain_log_append_only before update or delete on chain_log for each row execute function chain_append_only();
create trigger chain_log_no_truncate before truncate on chain_log for each statement execute function chain_append_only();

-- The general grants of 0001 are too wide here.
revoke all on chain_cursor, chain_checkpoint, chain_log, chain_rescan from openmere_app;
grant select, insert, update on chain_cursor, chain_rescan to openmere_app;
grant select, insert, delete on chain_checkpoint to openmere_app;
grant select, insert on chain_log to openmere_app;

-- What is kept of the chain's state follows the order of its blocks, not the order in which logs are read (decision 0312): a row says what
-- was said last, and where.
alter table liquidity_lift
  -- Null: nothing is lifted.
  alter column since drop not null,
  add column block_number bigint not null default -1,
  add column log_index integer not null default -1;
alter table contract_pause
  -- Null: it is not paused.
  alter column since drop not null,
  add column block_number bigint not null default -1,
  add column log_index integer not null default -1,
  add constraint contract_pause_reason_of_a_pause check (since is not null or reason is null);

-- A record whose log a reorganisation took and did not bring again: kept, and counted in nothing.
alter table liquidity_record add column lost boolean not null default false check (not lost or status = 'final');
create or replace function liquidity_record_guard() returns trigger language plpgsql as $$
begin
  if old.status = 'final' and (tg_op = 'DELETE' or to_jsonb(new) - 'lost' is distinct from to_jsonb(old) - 'lost') then
    raise exception 'liquidity_record: what is final never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return coalesce(new, old);
end $$;

-- The number of a medal whose subscription is gone is sold again: the row is the new buyer's, and gives once more. What it gave stays in
-- the ledger.
create or replace function node_medal_guard() returns trigger language plpgsql as $$
begin
  if new.tx_hash <> old.tx_hash and (new.chain_id, new.token_id, new.type) = (old.chain_id, old.token_id, old.type) and new.equity_at is null
      and exists (select from chain_orphan o where o.chain_id = old.chain_id and o.handler = 'node-medal' and o.tx_hash = old.tx_hash
        and o.returned_block is null) then
    return new;
  end if;
  if old.equity_at is not null or (new.chain_id, new.token_id, new.type, new.first_owner, new.tx_hash, new.block_number,
      new.subscribed_at) is distinct from (old.chain_id, old.token_id, old.type, old.first_owner, old.tx_hash, old.block_number,
      old.subscribed_at) then
    raise exception 'node_medal: what was subscribed, and what it gave, stay' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- A transfer that a node left out comes late, between others (decision 0303): whoever is known to have held it then held it shorter.
create or replace function node_holding_guard() returns trigger language plpgsql as $$
begin
  if (old.until_at is not null and (new.until_at is null or new.until_at > old.until_at))
      or (new.chain_id, new.token_id, new.block_number, new.log_index, new.holder, new.tx_hash, new.from_at)
      is distinct from (old.chain_id, old.token_id, old.block_number, old.log_index, old.holder, old.tx_hash, old.from_at) then
    raise exception 'node_holding: what is over stays' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
-- Nor is it lost where its subscription was left out: that comes late, too.
alter table node_holding drop constraint node_holding_chain_id_token_id_fkey;

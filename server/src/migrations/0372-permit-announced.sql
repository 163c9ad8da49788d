-- When a signed permit was told to whom it is for; null while its wallet is nobody's. What was signed before counts as told.
alter table node_permit add column announced_at timestamptz;
update node_permit set announced_at = signed_at where signature is not null;
create index node_permit_unannounced on node_permit (signed_at) where signature is not null and announced_at is null;
create or replace function node_permit_guard() returns trigger language plpgsql as $$
begin
  if (old.signature is not null and (new.signature, new.signed_at) is distinct from (old.signature, old.signed_at))
     or (old.announced_at is not null and new.announced_at is distinct from old.announced_at)
     or (new.signature is null and new.announced_at is not null)
     or (new.id, new.chain_id, new.contract, new.address, new.deadline, new.maker_id, new.checker_id,
      new.made_at) is distinct from (old.id, old.chain_id, old.contract, old.address, old.deadline, old.maker_id, old.checker_id,
      old.made_at) then
    raise exception 'node_permit: what two operators agreed to, and what is signed, stay'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- A node may tell one transfer under two places before its block is final. What the final block does not have of a booked
-- transaction is disproved: it never was, no list shows it, and it takes no place from what is real.
alter table deposit drop constraint deposit_status_check;
alter table deposit add constraint deposit_status_check
  check (status in ('seen', 'credited', 'ignored', 'orphaned', 'disproved'));

-- One deposit a place, but for what was disproved. Looked at when a statement ends: a reorganisation moves all deposits of a
-- transaction by some places at once.
alter table deposit drop constraint deposit_once;
alter table deposit add column true_index integer
  generated always as (case when status = 'disproved' then null else log_index end) stored;
alter table deposit add constraint deposit_once unique (chain_id, tx_hash, true_index) deferrable initially immediate;

create or replace function deposit_guard() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.member_id <> old.member_id or new.chain_id <> old.chain_id or new.token <> old.token
     or new.coin_id <> old.coin_id or new.address <> old.address or new.amount <> old.amount or new.tx_hash <> old.tx_hash then
    raise exception 'deposit: whose, what and how much never change' using errcode = 'integrity_constraint_violation';
  end if;
  if old.status in ('credited', 'ignored', 'disproved')
     and (new.status <> old.status or new.credited_at is distinct from old.credited_at or new.log_index <> old.log_index
       or new.block_number <> old.block_number or new.block_hash <> old.block_hash) then
    raise exception 'deposit: what is decided never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- What was not credited (below the minimum, or a coin that is not deposited) can go back as what is barred does: by two operators, to its
-- sender or to the wallet that its member proved. Nothing bars it, so the house pays no network fee for it: the fee is taken off.

alter table deposit drop constraint deposit_barred_has_reason;
alter table deposit add constraint deposit_barred_has_reason check (status <> 'barred' or bar is not null);
-- The console's list: what goes back, whatever it was before.
drop index deposit_in_suspense;
create index deposit_in_suspense on deposit (status, id desc) where status in ('barred', 'returning', 'returned');

create or replace function deposit_guard() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.member_id <> old.member_id or new.chain_id <> old.chain_id or new.token <> old.token
     or new.coin_id <> old.coin_id or new.address <> old.address or new.amount <> old.amount or new.tx_hash <> old.tx_hash
     or new.sender <> old.sender or (old.bar is not null and new.bar is distinct from old.bar) then
    raise exception 'deposit: whose, what and how much never change' using errcode = 'integrity_constraint_violation';
  end if;
  if old.status in ('credited', 'ignored', 'disproved', 'barred', 'returning', 'returned')
     and ((new.status <> old.status and (old.status || ' ' || new.status)
         not in ('barred credited', 'barred returning', 'returning barred', 'returning returned', 'ignored returning', 'returning ignored'))
       or new.bar is distinct from old.bar
       or new.credited_at is distinct from old.credited_at or new.log_index <> old.log_index
       or new.block_number <> old.block_number or new.block_hash <> old.block_hash) then
    raise exception 'deposit: what is decided never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function withdrawal_return_insert() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d deposit%rowtype;
begin
  select * into d from deposit where id = new.deposit_id for update;
  if coalesce(d.status, '') not in ('barred', 'ignored') or (d.status = 'barred' and new.fee <> 0) or new.decider <> 'twooperators'
     or (new.member_id, new.chain_id, new.coin_id, new.amount) is distinct from (d.member_id, d.chain_id, d.coin_id, d.amount)
     or (new.address <> d.sender
       and new.address is distinct from (select wallet_address from member where id = d.member_id)) then
    raise exception 'withdrawal: it gives back no deposit that waits' using errcode = 'integrity_constraint_violation';
  end if;
  update deposit set status = 'returning' where id = new.deposit_id;
  return new;
end $$;

create or replace function withdrawal_return_moves() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.deposit_id is distinct from old.deposit_id then
    raise exception 'withdrawal: whose, what, how much and where to never change' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'confirmed' and old.status <> 'confirmed' then
    update deposit set status = 'returned' where id = new.deposit_id;
  elsif new.released_at is not null and old.released_at is null then
    update deposit set status = case when bar is null then 'ignored' else 'barred' end where id = new.deposit_id;
  end if;
  return null;
end $$;

drop trigger deposit_by_two on deposit;
create constraint trigger deposit_by_two after update on deposit deferrable initially deferred
  for each row when (old.status in ('barred', 'ignored') and new.status in ('credited', 'returning')) execute function deposit_by_two();

-- A contact's code has the spelling by which members are found (O is 0, I and L are 1): one person is one contact, the last name stays.
delete from transfer_contact c using transfer_contact k
  where k.member_id = c.member_id and c.target not like '0x%' and k.target not like '0x%'
    and translate(k.target, 'OIL| -', '0111') = translate(c.target, 'OIL| -', '0111')
    and (k.saved_at, k.target) > (c.saved_at, c.target);
update transfer_contact set target = translate(target, 'OIL| -', '0111')
  where target not like '0x%' and target <> translate(target, 'OIL| -', '0111');

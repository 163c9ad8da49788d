-- Deposits that may not be credited (rulebook §1: barred people may not deposit; addresses on a sanctions list) wait in
-- `suspense:barred` until two operators send them back or, when nothing bars them any more, credit them.

alter table deposit add column bar text check (bar in ('country', 'phone', 'exitonly', 'wallet', 'sender'));
alter table deposit drop constraint deposit_status_check;
alter table deposit add constraint deposit_status_check check
  (status in ('seen', 'credited', 'ignored', 'orphaned', 'disproved', 'barred', 'returning', 'returned'));
alter table deposit add constraint deposit_barred_has_reason check
  (status not in ('barred', 'returning', 'returned') or bar is not null);
alter table deposit drop constraint deposit_decided_has_time;
alter table deposit add constraint deposit_decided_has_time check
  ((status in ('credited', 'ignored', 'barred', 'returning', 'returned')) = (credited_at is not null));
-- The console's list of suspense, and its queue.
create index deposit_in_suspense on deposit (status, id desc) where bar is not null;

create or replace function deposit_guard() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.member_id <> old.member_id or new.chain_id <> old.chain_id or new.token <> old.token
     or new.coin_id <> old.coin_id or new.address <> old.address or new.amount <> old.amount or new.tx_hash <> old.tx_hash
     or new.sender <> old.sender or (old.bar is not null and new.bar is distinct from old.bar) then
    raise exception 'deposit: whose, what and how much never change' using errcode = 'integrity_constraint_violation';
  end if;
  if old.status in ('credited', 'ignored', 'disproved', 'barred', 'returning', 'returned')
     and ((new.status <> old.status and (old.status || ' ' || new.status)
         not in ('barred credited', 'barred returning', 'returning barred', 'returning returned'))
       or new.credited_at is distinct from old.credited_at or new.log_index <> old.log_index
       or new.block_number <> old.block_number or new.block_hash <> old.block_hash) then
    raise exception 'deposit: what is decided never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- A return is a payout like any other, with an id of its own: `deposit_id` says which deposit it gives back, and there is one
-- at a time. Written by the api when two have agreed; every process that reads withdrawals reads it.
alter table withdrawal add column deposit_id text references deposit;
create unique index withdrawal_return on withdrawal (deposit_id) where deposit_id is not null and released_at is null;

-- What a return must be, whatever the program says: the whole deposit, without a fee, by two, to its sender or to the wallet that the
-- member proved. The deposit follows: returning, then returned, or barred again when the money came back.
create function withdrawal_return_insert() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d deposit%rowtype;
begin
  select * into d from deposit where id = new.deposit_id for update;
  if d.status is distinct from 'barred' or new.fee <> 0 or new.decider <> 'twooperators'
     or (new.member_id, new.chain_id, new.coin_id, new.amount) is distinct from (d.member_id, d.chain_id, d.coin_id, d.amount)
     or (new.address <> d.sender
       and new.address is distinct from (select wallet_address from member where id = d.member_id)) then
    raise exception 'withdrawal: it gives back no deposit that waits' using errcode = 'integrity_constraint_violation';
  end if;
  update deposit set status = 'returning' where id = new.deposit_id;
  return new;
end $$;
create trigger withdrawal_return_insert before insert on withdrawal
  for each row when (new.deposit_id is not null) execute function withdrawal_return_insert();

create function withdrawal_return_moves() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.deposit_id is distinct from old.deposit_id then
    raise exception 'withdrawal: whose, what, how much and where to never change' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'confirmed' and old.status <> 'confirmed' then
    update deposit set status = 'returned' where id = new.deposit_id;
  elsif new.released_at is not null and old.released_at is null then
    update deposit set status = 'barred' where id = new.deposit_id;
  end if;
  return null;
end $$;
create trigger withdrawal_return_moves after update on withdrawal
  for each row when (old.deposit_id is not null or new.deposit_id is not null) execute function withdrawal_return_moves();

-- Whoever is not the owner takes a deposit out of suspense only in the transaction that confirms a proposal for exactly that.
create function deposit_by_two() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if pg_has_role(session_user, (select relowner from pg_class where oid = 'public.deposit'::regclass), 'member') then
    return null;
  end if;
  if not exists (
    select from proposal p where p.kind = 'deposit' and p.subject = new.id and p.status = 'confirmed' and p.ended_at = now()
      and (p.value = 'release') = (new.status = 'credited')) then
    raise exception 'deposit: % leaves suspense by two operators', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger deposit_by_two after update on deposit deferrable initially deferred
  for each row when (old.status = 'barred' and new.status in ('credited', 'returning')) execute function deposit_by_two();

-- In a dry run there is no second operator yet, and what is written in their name is taken back: looked at when it is kept.
alter table withdrawal_approval alter constraint withdrawal_approval_operator_id_fkey deferrable initially deferred;

-- The signer looks at the deposit itself.
grant select on deposit to openmere_signer;

-- The end of a payout is proved, not guessed (rulebook §5): looks at it are kept, giving money back takes two operators,
-- and "never signed" is the signer's own word.

-- The guards below run as their owner: they look into tables that not every process may read.

-- What one look at one final block found of a payout: written by the settler (following) and the api (releasing), read by
-- both. `other`: what earlier looks saw does not stand; the counting begins anew.
create table payout_look (
  id bigint generated always as identity primary key,
  withdrawal_id text not null references payout,
  looked_at timestamptz not null default clock_timestamp(),
  block_number bigint not null check (block_number >= 0),
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  finding text not null check (finding in ('reverted', 'replaced', 'other')),
  -- The transaction that consumed the nonce, its block, and for a foreign one its signed bytes as rebuilt and checked.
  tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  tx_block bigint check (tx_block <= block_number),
  raw text check (raw ~ '^0x[0-9a-f]+$'),
  constraint payout_look_has_transaction check ((finding = 'other') = (tx_hash is null) and (tx_hash is null) = (tx_block is null)),
  constraint payout_look_has_content check (finding <> 'replaced' or raw is not null)
);
create index payout_look_of_payout on payout_look (withdrawal_id, id desc);

-- Money comes back only on five looks that agree, over more than one block. The configured proof is stricter.
create function payout_outcome_guard() returns trigger language plpgsql security definer set search_path = public as $$
declare
  looks integer;
  span bigint;
begin
  if new.outcome = 'mined' then
    return new;
  end if;
  select count(*), max(block_number) - min(block_number) into looks, span from payout_look
    where withdrawal_id = new.withdrawal_id and finding = new.outcome and tx_hash = new.tx_hash;
  if new.tx_hash is null or looks < 5 or span < 2 then
    raise exception 'payout_outcome: % looks over % blocks prove nothing', looks, coalesce(span, 0)
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payout_outcome_guard before insert on payout_outcome for each row execute function payout_outcome_guard();

-- The signer's word that it never signed this one and never will: by its own journal, not by a column of the app's. Only
-- the signer writes here; api and settler read.
create table payout_void (
  withdrawal_id text primary key references withdrawal,
  reason text not null,
  voided_at timestamptz not null default clock_timestamp()
);

-- Operators who want the money of a payout given back: the first proposes, a second one confirms. The api writes, the signer
-- reads (two of them ask it for its word).
create table withdrawal_release (
  withdrawal_id text not null references withdrawal,
  operator_id text not null references operator,
  reason text not null check (length(trim(reason)) >= 3),
  decided_at timestamptz not null default clock_timestamp(),
  primary key (withdrawal_id, operator_id)
);

do $$
declare
  fixed text;
begin
  foreach fixed in array array['payout_look', 'payout_void', 'withdrawal_release'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function withdrawal_append_only()',
      fixed || '_append_only', fixed);
    execute format('create trigger %I before truncate on %I for each statement execute function withdrawal_append_only()',
      fixed || '_no_truncate', fixed);
  end loop;
end $$;

create function withdrawal_release_guard() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from withdrawal where id = new.withdrawal_id and released_at is null and status in ('approved', 'failed')) then
    raise exception 'withdrawal_release: there is nothing to give back' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_release_guard before insert on withdrawal_release
  for each row execute function withdrawal_release_guard();

-- Signed or void, never both. Whoever comes second waits for the first at the row of the withdrawal, and then sees it.
create function payout_void_guard() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform from withdrawal where id = new.withdrawal_id for update;
  if exists (select from payout where withdrawal_id = new.withdrawal_id) then
    raise exception 'payout_void: it was signed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payout_void_guard before insert on payout_void for each row execute function payout_void_guard();

create function payout_guard() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform from withdrawal where id = new.withdrawal_id for update;
  if exists (select from payout_void where withdrawal_id = new.withdrawal_id) then
    raise exception 'payout: it was given up' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payout_guard before insert on payout for each row execute function payout_guard();

create or replace function withdrawal_guard_update() returns trigger language plpgsql security definer set search_path = public as $$
declare
  approvals integer;
begin
  if (new.id, new.payout_id, new.member_id, new.family_id, new.request_id, new.coin_id, new.chain_id, new.amount, new.fee,
      new.received, new.minimum, new.multiple, new.address, new.requested_at)
     is distinct from
     (old.id, old.payout_id, old.member_id, old.family_id, old.request_id, old.coin_id, old.chain_id, old.amount, old.fee,
      old.received, old.minimum, old.multiple, old.address, old.requested_at) then
    raise exception 'withdrawal: whose, what, how much and where to never change'
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.released_at is distinct from old.released_at then
    if old.released_at is not null then
      raise exception 'withdrawal: money is given back once' using errcode = 'integrity_constraint_violation';
    end if;
    select count(*) into approvals from withdrawal_release where withdrawal_id = new.id;
    if approvals < 2 then
      raise exception 'withdrawal: giving back takes two operators' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  if new.decider <> old.decider and not (old.status = 'reviewing'
     and array_position(array['none', 'operator', 'twooperators'], new.decider)
       > array_position(array['none', 'operator', 'twooperators'], old.decider)) then
    raise exception 'withdrawal: who decides can only become stricter' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = old.status then
    return new;
  end if;
  if (old.status || ' ' || new.status) not in ('reviewing approved', 'reviewing rejected', 'reviewing cancelled',
      'approved sending', 'approved failed', 'approved confirmed', 'sending sent', 'sending confirmed', 'sending failed',
      'sent confirmed', 'sent failed', 'failed confirmed') then
    raise exception 'withdrawal: % does not lead to %', old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'approved' and new.decider <> 'none' then
    select count(*) into approvals from withdrawal_approval
      where withdrawal_id = new.id and decision = 'approve';
    if approvals < (case new.decider when 'twooperators' then 2 else 1 end) then
      raise exception 'withdrawal: % approvals are not enough', approvals using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  if new.status = 'sending' and not exists (select from payout_attempt where withdrawal_id = new.id) then
    raise exception 'withdrawal: sending rests on stored bytes' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'failed' and not exists (select from payout_void where withdrawal_id = new.id)
     and not exists (select from payout_outcome where withdrawal_id = new.id and outcome in ('reverted', 'replaced')) then
    raise exception 'withdrawal: it may still be signed or mined' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'confirmed' and old.released_at is not null then
    raise exception 'withdrawal: what was given back is not confirmed' using errcode = 'integrity_constraint_violation';
  end if;
  new.status_at := now();
  return new;
end $$;

-- The general grants of 0001 are too wide here.
revoke all on payout_look, payout_void, withdrawal_release from openmere_app;
grant select, insert on payout_look, withdrawal_release to openmere_app;
grant select on payout_void to openmere_app;
grant select, insert on payout_void to openmere_signer;
grant select on withdrawal_release to openmere_signer;

-- A halt keeps all its reasons (rulebook §5): payouts go on when none is open any more.

drop function ledger.set_halt(text);
drop function ledger.clear_halt();
alter table ledger.halt rename to halt_before;

-- One row a reason, open while `ended_at` is null; the same kind and subject is open once. Written through the functions below
-- only: indexer and settler open, api (operators) and settler (silence) end. Everybody reads.
create table ledger.halt (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('payment', 'reserves', 'silent', 'ledger', 'fork', 'other')),
  -- What it is about: a transaction, a coin, a block.
  subject text not null,
  reason text not null,
  since timestamptz not null default now(),
  -- When it was last found to be so.
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Why it could end.
  ended_how text,
  constraint halt_ended_with_reason check ((ended_at is null) = (ended_how is null))
);
create unique index halt_open on ledger.halt (kind, subject) where ended_at is null;
create index halt_since on ledger.halt (since desc);
insert into ledger.halt (kind, subject, reason, since, seen_at)
  select 'other', left(reason, 100), reason, since, since from ledger.halt_before;
drop table ledger.halt_before;

-- Opens a reason, or says once more that it is so. @returns whether payouts were open until now.
create function ledger.set_halt(p_kind text, p_subject text, p_reason text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, ledger as $$
declare
  was_open boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger halt', 0));
  was_open := not exists (select from ledger.halt where ended_at is null);
  insert into ledger.halt (kind, subject, reason) values (p_kind, p_subject, p_reason)
    on conflict (kind, subject) where ended_at is null do update set reason = excluded.reason, seen_at = now();
  return was_open;
end $$;

-- Ends one reason. @returns whether payouts are open from now on.
create function ledger.end_halt(p_id bigint, p_how text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, ledger as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger halt', 0));
  update ledger.halt set ended_at = now(), ended_how = p_how where id = p_id and ended_at is null;
  return found and not exists (select from ledger.halt where ended_at is null);
end $$;

grant usage, create on schema ledger to openmere_ledger;
alter function ledger.set_halt owner to openmere_ledger;
alter function ledger.end_halt owner to openmere_ledger;
revoke create on schema ledger from openmere_ledger;
grant select, insert, update on ledger.halt to openmere_ledger;
grant select on ledger.halt to openmere_app, openmere_signer, openmere_readonly;
revoke execute on function ledger.set_halt, ledger.end_halt from public;
grant execute on function ledger.set_halt, ledger.end_halt to openmere_app;

-- Operators who say that a reason may end, and on what: it is gone, or its difference is booked (that figure). The api writes.
drop table payout_resume_approval;
create table halt_approval (
  halt_id bigint not null,
  operator_id text not null references operator,
  how text not null check (how in ('gone', 'book')),
  -- Base units that are booked to suspense: what the chain holds more than the ledger (less, when negative).
  difference numeric(38, 0),
  reason text not null check (length(trim(reason)) >= 3),
  approved_at timestamptz not null default clock_timestamp(),
  primary key (halt_id, operator_id),
  constraint halt_approval_has_difference check ((how = 'book') = (difference is not null))
);
create trigger halt_approval_no_change before update on halt_approval
  for each row execute function withdrawal_append_only();

-- What was paid on chain and is no payout of ours, or one that was given back, or of another amount, token or receiver. The
-- indexer writes; operators (api) explain it by two, and then it is booked to suspense or matched with a withdrawal, once.
create table unmatched_payment (
  id text primary key check (id ~ '^unm_[0-9a-z]{26}$'),
  chain_id integer not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  log_index integer not null,
  block_number bigint not null,
  payout_id text not null,
  token text not null,
  -- Null when the ledger does not hold that token.
  coin_id text,
  receiver text not null,
  amount numeric(78, 0) not null check (amount >= 0),
  -- The withdrawal of that payout id, where there is one.
  withdrawal_id text references withdrawal,
  doubt text not null,
  seen_at timestamptz not null default now(),
  status text not null default 'open' check (status in ('open', 'booked', 'matched')),
  settled_at timestamptz,
  matched_id text references withdrawal,
  constraint unmatched_payment_once unique (chain_id, tx_hash, log_index),
  constraint unmatched_payment_settled check ((status = 'open') = (settled_at is null)),
  constraint unmatched_payment_matched check ((status = 'matched') = (matched_id is not null))
);
create index unmatched_payment_by_status on unmatched_payment (status, id desc);
create index unmatched_payment_of_withdrawal on unmatched_payment (withdrawal_id) where withdrawal_id is not null;

-- What one operator proposes and another one confirms; the newest proposal counts. The api writes.
create table payment_proposal (
  id bigint generated always as identity primary key,
  payment_id text not null references unmatched_payment,
  operator_id text not null references operator,
  action text not null check (action in ('book', 'match')),
  withdrawal_id text references withdrawal,
  explanation text not null check (length(trim(explanation)) >= 3),
  proposed_at timestamptz not null default clock_timestamp(),
  confirmed_by text references operator,
  confirmed_at timestamptz,
  constraint payment_proposal_target check ((action = 'match') = (withdrawal_id is not null)),
  constraint payment_proposal_two check (confirmed_by is distinct from operator_id)
);
create index payment_proposal_of_payment on payment_proposal (payment_id, id desc);

-- What is settled stays settled, and what was seen never changes.
create function unmatched_payment_guard() returns trigger language plpgsql as $$
begin
  if old.status <> 'open' or (new.id, new.chain_id, new.tx_hash, new.log_index, new.payout_id, new.token, new.receiver, new.amount)
     is distinct from (old.id, old.chain_id, old.tx_hash, old.log_index, old.payout_id, old.token, old.receiver, old.amount) then
    raise exception 'unmatched_payment: what was seen and what is settled stay' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger unmatched_payment_guard before update on unmatched_payment
  for each row execute function unmatched_payment_guard();
create trigger unmatched_payment_kept before delete on unmatched_payment
  for each row execute function withdrawal_append_only();

revoke all on halt_approval, unmatched_payment, payment_proposal from openmere_app;
grant select, insert, delete on halt_approval to openmere_app;
grant select, insert on unmatched_payment, payment_proposal to openmere_app;
grant update (status, settled_at, matched_id) on unmatched_payment to openmere_app;
grant update (confirmed_by, confirmed_at) on payment_proposal to openmere_app;

-- Withdrawals to the bound wallet (rulebook §5; threats T09–T11; I11–I16). Amounts are base units (10^-18 of the coin).

create table withdrawal (
  id text primary key check (id ~ '^wdr_[0-9a-z]{26}$'),
  -- keccak256 of the id: what the Treasury pays once.
  payout_id text not null unique check (payout_id ~ '^0x[0-9a-f]{64}$'),
  member_id text not null references member,
  -- The main account: the person, for limits.
  family_id text not null references member,
  -- The client's key: one request is one withdrawal, for ever.
  request_id uuid not null,
  coin_id text not null check (coin_id ~ '^[A-Z]{2,10}$'),
  chain_id integer not null,
  amount numeric(38, 0) not null,
  fee numeric(38, 0) not null check (fee >= 0),
  received numeric(38, 0) not null check (received > 0),
  -- The rule that stood when it was asked for (I15).
  minimum numeric(38, 0) not null check (minimum > 0),
  multiple numeric(38, 0) not null check (multiple > 0),
  -- The bound wallet at the time of the request; the signer compares it with the bound wallet at signing (I14).
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  status text not null default 'reviewing' check (status in
    ('reviewing', 'approved', 'sending', 'sent', 'confirmed', 'rejected', 'cancelled', 'failed')),
  decider text not null check (decider in ('none', 'operator', 'twooperators')),
  -- 0 to 100; never shown to members.
  score integer not null check (score between 0 and 100),
  -- The risk receipt: [{ check, result, params }].
  checks jsonb not null,
  decide_by timestamptz,
  -- Why it was rejected or failed; the member reads it.
  reason text,
  -- Why the signer lets an approved one wait; the console reads it.
  blocked text,
  requested_at timestamptz not null default now(),
  status_at timestamptz not null default now(),
  -- The Treasury's Paid event, once final.
  paid_tx text check (paid_tx ~ '^0x[0-9a-f]{64}$'),
  paid_block bigint,
  -- When the money of a failed one was given back.
  released_at timestamptz,
  constraint withdrawal_request unique (member_id, request_id),
  constraint withdrawal_sum check (received + fee = amount),
  constraint withdrawal_whole check (amount >= minimum and amount % multiple = 0),
  constraint withdrawal_confirmed_is_paid check ((status = 'confirmed') = (paid_tx is not null and paid_block is not null)),
  constraint withdrawal_released_is_failed check (released_at is null or status = 'failed'),
  constraint withdrawal_refused_has_reason check (status not in ('rejected', 'failed') or reason is not null)
);
-- A member's records, newest first (ids are sortable by time).
create index withdrawal_of_member on withdrawal (member_id, id desc);
-- Limits and velocity of a person.
create index withdrawal_of_family on withdrawal (family_id, requested_at);
-- Work queues and the console's list by state.
create index withdrawal_by_status on withdrawal (status, id desc);
-- The review queue, riskiest first.
create index withdrawal_queue on withdrawal (score desc, id) where status = 'reviewing';

-- Each state and when it was reached; written by trigger only.
create table withdrawal_step (
  withdrawal_id text not null references withdrawal,
  status text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (withdrawal_id, status)
);

-- The daily limits of automatic approval.
create index withdrawal_step_approved on withdrawal_step (at) where status = 'approved';

-- What operators decided, each once per withdrawal.
create table withdrawal_approval (
  withdrawal_id text not null references withdrawal,
  operator_id text not null,
  decision text not null check (decision in ('approve', 'reject')),
  reason text not null check (length(trim(reason)) >= 3),
  decided_at timestamptz not null default clock_timestamp(),
  primary key (withdrawal_id, operator_id)
);

-- The signed payout of a withdrawal: one nonce for one withdrawal (I12). Only the signer writes here.
create table payout (
  withdrawal_id text primary key references withdrawal,
  chain_id integer not null,
  payer text not null check (payer ~ '^0x[0-9a-f]{40}$'),
  nonce bigint not null check (nonce >= 0),
  treasury text not null check (treasury ~ '^0x[0-9a-f]{40}$'),
  token text not null check (token ~ '^0x[0-9a-f]{40}$'),
  coin_id text not null,
  receiver text not null check (receiver ~ '^0x[0-9a-f]{40}$'),
  amount numeric(38, 0) not null check (amount > 0),
  calldata text not null check (calldata ~ '^0x[0-9a-f]+$'),
  signed_at timestamptz not null default clock_timestamp(),
  constraint payout_nonce unique (chain_id, payer, nonce),
  constraint payout_same_nonce unique (withdrawal_id, nonce)
);
-- The signer's caps over the last hour, day and month.
create index payout_spent on payout (coin_id, signed_at);

-- The signed bytes: the first, and fee bumps with the same nonce, receiver and amount.
create table payout_attempt (
  withdrawal_id text not null,
  nonce bigint not null,
  attempt integer not null check (attempt >= 0),
  raw text not null check (raw ~ '^0x[0-9a-f]+$'),
  tx_hash text not null unique check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  gas_limit bigint not null check (gas_limit > 0),
  -- Wei per gas.
  max_fee numeric(38, 0) not null check (max_fee > 0),
  priority_fee numeric(38, 0) not null check (priority_fee >= 0),
  signed_at timestamptz not null default clock_timestamp(),
  primary key (withdrawal_id, attempt),
  foreign key (withdrawal_id, nonce) references payout (withdrawal_id, nonce)
);

-- What the broadcaster did with the bytes, and which fee bump it asks the signer for.
create table payout_delivery (
  withdrawal_id text primary key references payout,
  attempt integer not null default 0,
  sends integer not null default 0,
  first_sent_at timestamptz,
  last_sent_at timestamptz,
  last_error text,
  -- The attempt wanted from the signer; the signer decides on the fee.
  wanted_attempt integer not null default 0
);

-- What became of the nonce, once final. `reverted` and `replaced` prove that nothing left and never will.
create table payout_outcome (
  withdrawal_id text primary key references payout,
  outcome text not null check (outcome in ('mined', 'reverted', 'replaced')),
  tx_hash text,
  final_block bigint not null,
  recorded_at timestamptz not null default clock_timestamp()
);

-- Addresses that may receive nothing without a person's decision.
create table sanctioned_address (
  address text primary key check (address ~ '^0x[0-9a-f]{40}$'),
  source text not null,
  added_at timestamptz not null default now()
);

create function withdrawal_append_only() returns trigger language plpgsql as $$
begin
  raise exception '%: rows are never changed or removed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create function withdrawal_guard_insert() returns trigger language plpgsql as $$
begin
  if new.status <> 'reviewing' then
    raise exception 'withdrawal: it begins under review' using errcode = 'integrity_constraint_violation';
  end if;
  new.requested_at := now();
  new.status_at := now();
  return new;
end $$;

-- The graph of core/src/withdrawal/state.ts (I11), and what each step must rest on.
create function withdrawal_guard_update() returns trigger language plpgsql as $$
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
  if old.released_at is not null and new.released_at is distinct from old.released_at then
    raise exception 'withdrawal: money is given back once' using errcode = 'integrity_constraint_violation';
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
      'approved sending', 'approved failed', 'sending sent', 'sending confirmed', 'sending failed', 'sent confirmed',
      'sent failed') then
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
  if new.status = 'failed' and exists (select from payout where withdrawal_id = new.id)
     and not exists (select from payout_outcome where withdrawal_id = new.id and outcome in ('reverted', 'replaced')) then
    raise exception 'withdrawal: the signed payout may still be mined' using errcode = 'integrity_constraint_violation';
  end if;
  new.status_at := now();
  return new;
end $$;

-- Runs as the owner: neither the app nor the signer may write steps by themselves. The notification wakes the workers.
create function withdrawal_record_step() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    insert into withdrawal_step (withdrawal_id, status) values (new.id, new.status);
    perform pg_notify('withdrawal', new.status);
  end if;
  return null;
end $$;

create trigger withdrawal_guard_insert before insert on withdrawal for each row execute function withdrawal_guard_insert();
create trigger withdrawal_guard_update before update on withdrawal for each row execute function withdrawal_guard_update();
create trigger withdrawal_record_step after insert or update on withdrawal
  for each row execute function withdrawal_record_step();
create trigger withdrawal_never_removed before delete on withdrawal for each row execute function withdrawal_append_only();
create trigger withdrawal_no_truncate before truncate on withdrawal
  for each statement execute function withdrawal_append_only();

do $$
declare
  fixed text;
begin
  foreach fixed in array array['withdrawal_step', 'withdrawal_approval', 'payout', 'payout_attempt', 'payout_outcome'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function withdrawal_append_only()',
      fixed || '_append_only', fixed);
    execute format('create trigger %I before truncate on %I for each statement execute function withdrawal_append_only()',
      fixed || '_no_truncate', fixed);
  end loop;
end $$;

-- A decision is taken only while the withdrawal is under review.
create function withdrawal_approval_guard() returns trigger language plpgsql as $$
begin
  if not exists (select from withdrawal where id = new.withdrawal_id and status = 'reviewing') then
    raise exception 'withdrawal_approval: it is not under review' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_approval_guard before insert on withdrawal_approval
  for each row execute function withdrawal_approval_guard();

-- The general grants of 0001 are too wide here.
revoke all on withdrawal, withdrawal_step, withdrawal_approval, payout, payout_attempt, payout_delivery, payout_outcome,
  sanctioned_address from openmere_app;
grant select, insert on withdrawal, withdrawal_approval, payout_outcome to openmere_app;
grant update (status, decider, decide_by, reason, blocked, paid_tx, paid_block, released_at) on withdrawal to openmere_app;
grant select on withdrawal_step, payout, payout_attempt to openmere_app;
grant select, insert, update on payout_delivery to openmere_app;
grant select, insert, delete on sanctioned_address to openmere_app;

-- The signer reads what it must check again, writes signed bytes, and moves a withdrawal to sending or failed.
grant select on withdrawal, withdrawal_approval, payout, payout_attempt, payout_delivery, payout_outcome to openmere_signer;
grant update (status, reason, blocked) on withdrawal to openmere_signer;
grant insert on payout, payout_attempt to openmere_signer;
grant select (id, main_id, wallet_address) on member to openmere_signer;
-- Its loop is a job like others.
grant select, insert, update on job_run to openmere_signer;

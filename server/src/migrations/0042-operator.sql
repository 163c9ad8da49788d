-- Operators of the console, their sessions, and the log of what they did (rulebook §14; threat T27).

create table operator (
  id text primary key check (id ~ '^opr_[0-9a-z]{26}$'),
  -- Lower case.
  account text not null unique check (account ~ '^[a-z0-9][a-z0-9._@-]{2,63}$'),
  role text not null check (role in ('support', 'content', 'risk', 'finance', 'admin')),
  password_hash text not null,
  -- Sealed with the field key.
  totp_secret text not null,
  -- The last time step that was used: a step counts once (replay).
  totp_step bigint not null default 0,
  -- A one-time password: the next login must bring a new one.
  must_change boolean not null default false,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

-- The growing delay after wrong logins, by keyed hash of the account that was typed (existing or not).
create table operator_attempt (
  account_hash text primary key,
  failures integer not null check (failures > 0),
  free_at timestamptz not null,
  last_at timestamptz not null
);

create table operator_session (
  id text primary key check (id ~ '^ops_[0-9a-z]{26}$'),
  token_hash text not null unique,
  operator_id text not null references operator,
  ip text not null,
  device text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz
);
create index operator_session_of_operator on operator_session (operator_id) where ended_at is null;

alter table withdrawal_approval add foreign key (operator_id) references operator;

-- Two operators lift a halt of payouts: approvals of one halt, named by the moment it began.
create table payout_resume_approval (
  halted_at timestamptz not null,
  operator_id text not null references operator,
  reason text not null check (length(trim(reason)) >= 3),
  approved_at timestamptz not null default clock_timestamp(),
  primary key (halted_at, operator_id)
);

-- Append-only and hash-chained: hash = SHA-256(previous hash || '\n' || the row's content). The head row tells how many
-- there must be, so that a removed end shows too.
create table audit_log (
  seq bigint primary key check (seq > 0),
  id text not null unique check (id ~ '^aud_[0-9a-z]{26}$'),
  at timestamptz not null,
  operator_id text not null,
  account text not null,
  action text not null,
  subject text not null,
  detail jsonb not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);
create index audit_log_by_account on audit_log (account, seq desc);
create index audit_log_by_action on audit_log (action, seq desc);

create table audit_head (
  single boolean primary key default true check (single),
  seq bigint not null,
  hash text not null
);
insert into audit_head (seq, hash) values (0, repeat('0', 64));

create function audit_hash(previous text, entry audit_log) returns text language sql stable as $$
  select encode(sha256(convert_to(
    previous || E'\n' || json_build_array(entry.seq, entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      entry.operator_id, entry.account, entry.action, entry.subject, entry.detail::text)::text, 'UTF8')), 'hex')
$$;

-- Runs as the owner, who alone may move the head. The lock on the head row makes the order: one writer at a time, until commit.
create function audit_append() returns trigger language plpgsql security definer set search_path = public as $$
declare
  head audit_head;
begin
  select * into head from audit_head for update;
  new.seq := head.seq + 1;
  new.at := clock_timestamp();
  new.hash := audit_hash(head.hash, new);
  update audit_head set seq = new.seq, hash = new.hash;
  return new;
end $$;
create trigger audit_append before insert on audit_log for each row execute function audit_append();

create function operator_append_only() returns trigger language plpgsql as $$
begin
  raise exception '%: rows are never changed or removed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function operator_append_only();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function operator_append_only();
create trigger audit_head_kept before delete on audit_head for each row execute function operator_append_only();
create trigger payout_resume_approval_append_only before update or delete on payout_resume_approval
  for each row execute function operator_append_only();

-- A TOTP step never goes back, an ended session never lives again, a name never passes to another person.
create function operator_guard() returns trigger language plpgsql as $$
begin
  if new.totp_step < old.totp_step or new.id <> old.id or new.account <> old.account then
    raise exception 'operator: used codes and names stay' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger operator_guard before update on operator for each row execute function operator_guard();
create function operator_session_guard() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null and new.ended_at is distinct from old.ended_at then
    raise exception 'operator_session: an ended session stays ended' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger operator_session_guard before update on operator_session
  for each row execute function operator_session_guard();

revoke all on operator, operator_attempt, operator_session, payout_resume_approval, audit_log, audit_head from openmere_app;
grant select, insert on operator, operator_session, payout_resume_approval, audit_log to openmere_app;
grant update (totp_step, password_hash, must_change, totp_secret, disabled_at) on operator to openmere_app;
grant update (last_used_at, ended_at) on operator_session to openmere_app;
grant select, insert, update, delete on operator_attempt to openmere_app;
grant select on audit_head to openmere_app;
revoke all on operator, operator_session, operator_attempt from openmere_readonly;

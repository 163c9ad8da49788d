-- Logging in and proving oneself: passwords, codes, wallet nonces, sessions, devices, attempts
-- (rulebook §1; threats T01–T05, T15, T26; I21, I22). Secrets stand here only as argon2id or keyed hashes.

create table login_password (
  member_id text primary key references member,
  hash text not null check (hash like '$argon2id$%'),
  set_at timestamptz not null default now()
);

create table pay_password (
  member_id text primary key references member,
  hash text not null check (hash like '$argon2id$%'),
  set_at timestamptz not null default now()
);

-- Each setting of a payment password, for ever: "the first one" is decided here, so nothing can make it first again.
create table pay_password_history (
  id bigint generated always as identity primary key,
  member_id text not null references member,
  kind text not null check (kind in ('first', 'change', 'reset')),
  at timestamptz not null default now()
);
create unique index pay_password_first_once on pay_password_history (member_id) where kind = 'first';
create index pay_password_history_by_member on pay_password_history (member_id, at);

create table auth_session (
  id text primary key check (id ~ '^ses_[0-9a-z-]{1,64}$'),
  member_id text not null references member,
  -- Hash of the token, as the platform makes it from the header; the token itself is nowhere.
  token_hash text not null unique,
  kind text not null check (kind in ('mail', 'password', 'wallet', 'register')),
  device text not null,
  device_hash text not null,
  ip inet not null,
  ip_country text check (ip_country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- Slides by 30 days with use, up to ends_at.
  expires_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  constraint auth_session_expiry_in_time check (expires_at <= ends_at)
);
-- The sessions page, and ending all others.
create index auth_session_of_member on auth_session (member_id, last_used_at desc) where revoked_at is null;
-- The cleaning job.
create index auth_session_expired on auth_session (expires_at);

-- Devices from which a member logged in: a new one is told to the member and counts in risk control.
create table member_device (
  member_id text not null references member,
  device_hash text not null,
  device text not null,
  ip inet not null,
  ip_prefix text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (member_id, device_hash, ip_prefix)
);
-- Members that share a device or an address.
create index member_device_by_device on member_device (device_hash, ip_prefix);
create index member_device_by_ip on member_device (ip);

-- One row per code that was sent. The code itself is a keyed function of salt, destination and purpose: a copy of this
-- table tells nobody a code.
create table auth_code (
  id bigint generated always as identity primary key,
  -- Keyed hash of the lower-cased e-mail address or the phone number.
  destination text not null,
  purpose text not null check (purpose in ('login', 'register', 'bind', 'password', 'paypassword', 'wallet')),
  -- Set when a logged-in member asked (bind): then only this member can use it.
  member_id text references member,
  salt text not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
-- The live code of a destination and purpose: at most one is not used.
create unique index auth_code_live on auth_code (destination, purpose) where used_at is null;
create index auth_code_expired on auth_code (expires_at);

-- When codes went to a destination, whatever their purpose: 1 a minute, 5 an hour, 10 a day. Its row is locked while sending.
create table auth_code_sending (
  destination text primary key,
  sent_at timestamptz[] not null default '{}'
);

-- A message to sign with a wallet. Removed by its first use.
create table wallet_nonce (
  nonce text primary key check (nonce ~ '^[0-9a-zA-Z]{16,64}$'),
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  purpose text not null check (purpose in ('login', 'bind', 'gold')),
  -- Set for purposes of a logged-in member: then only this member can use it.
  member_id text references member,
  message text not null,
  expires_at timestamptz not null
);
create index wallet_nonce_expired on wallet_nonce (expires_at);

-- Growing delays after wrong passwords: one row per account, per address prefix, per both. Never a hard lock.
create table auth_attempt (
  scope text primary key,
  failures integer not null default 0 check (failures >= 0),
  free_at timestamptz not null,
  last_at timestamptz not null default now()
);
create index auth_attempt_old on auth_attempt (last_at);

-- An e-mail that a member proved they may bind; the code to the new address completes it. Without this row a stolen session
-- could ask for the code by itself.
create table email_binding (
  member_id text primary key references member,
  email text not null check (email = lower(email)),
  expires_at timestamptz not null
);

-- Which versions of the agreements a member accepted, and when.
create table agreement_acceptance (
  id bigint generated always as identity primary key,
  member_id text not null references member,
  accepted text not null check (char_length(accepted) <= 200),
  at timestamptz not null default now()
);
create index agreement_acceptance_by_member on agreement_acceptance (member_id, at);

-- Whom the geo bar turned away, and by which signal (rulebook §1: refusals are logged). No names, no numbers.
create table geo_refusal (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  call text not null,
  member_id text references member,
  signal text not null check (signal in ('country', 'phone', 'ip')),
  country text not null
);

create function auth_append_only() returns trigger language plpgsql as $$
begin
  raise exception '%: rows are never changed or removed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create trigger pay_password_history_append_only before update or delete on pay_password_history
  for each row execute function auth_append_only();
create trigger pay_password_history_no_truncate before truncate on pay_password_history
  for each statement execute function auth_append_only();
create trigger pay_password_never_removed before delete on pay_password
  for each row execute function auth_append_only();

-- A revoked session never comes back, and is told to every process the moment its transaction commits (I22).
create function auth_session_guard() returns trigger language plpgsql as $$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'auth_session: a revoked session stays revoked' using errcode = 'integrity_constraint_violation';
  end if;
  if old.revoked_at is null and new.revoked_at is not null then
    perform pg_notify('session_revoked', new.id);
  end if;
  return new;
end $$;
create trigger auth_session_guard before update on auth_session for each row execute function auth_session_guard();

revoke all on login_password, pay_password, pay_password_history, auth_session, member_device, auth_code, auth_code_sending,
  wallet_nonce, auth_attempt, geo_refusal, email_binding, agreement_acceptance from openmere_app, openmere_readonly;
grant select, insert, update on login_password, pay_password, auth_session, member_device, auth_code_sending to openmere_app;
grant select, insert on pay_password_history, geo_refusal, agreement_acceptance to openmere_app;
grant select, insert, update, delete on auth_code, wallet_nonce, auth_attempt, email_binding to openmere_app;
-- Cleaning of what has long ended.
grant delete on auth_session, auth_code_sending to openmere_app;

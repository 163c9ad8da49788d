-- The second factor: an authenticator app (TOTP), with recovery codes for the day on which the phone is lost.
create table totp_secret (
  member_id text primary key references member,
  -- Sealed with the key of the installation.
  secret text not null,
  set_at timestamptz not null,
  -- Time step of the last code that was taken: each is taken once, and none before it.
  last_step bigint not null check (last_step > 0)
);
create table totp_start (
  member_id text primary key references member,
  -- Only the session that began it may finish.
  session_id text not null,
  secret text not null,
  expires_at timestamptz not null
);
create index totp_start_expired on totp_start (expires_at);
-- Keyed hashes of 80 random bits: a copy of this table tells nobody a code.
create table recovery_code (
  member_id text not null references member,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null,
  used_at timestamptz,
  primary key (member_id, code_hash)
);
-- When this very session was opened with a second factor.
alter table auth_session add column factor_proved_at timestamptz;
grant select, insert, update, delete on totp_secret, totp_start, recovery_code to openmere_app;
-- A link in a notice is no news of an attack, of which the owner hears once a day.
alter table auth_freeze_link add column kind text not null default 'attack' check (kind in ('attack', 'notice'));

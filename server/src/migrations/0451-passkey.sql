-- Passkeys (WebAuthn): a public key that an authenticator holds the other half of.
create table passkey (
  id text primary key check (id ~ '^psk_[0-9a-z]{26}$'),
  member_id text not null references member,
  credential_id text not null unique check (length(credential_id) between 16 and 2000),
  public_key bytea not null,
  -- Of authenticators that count their uses: an answer with a lower one comes from a copy.
  counter bigint not null check (counter >= 0),
  name text not null check (length(name) between 1 and 80),
  made_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_member on passkey (member_id, made_at desc);
-- Questions that wait for the answer of a passkey, each taken once; of a login nobody knows yet whose.
create table passkey_question (
  challenge text primary key,
  member_id text references member,
  expires_at timestamptz not null
);
create index passkey_question_expired on passkey_question (expires_at);
alter table auth_session drop constraint auth_session_kind_check;
alter table auth_session add constraint auth_session_kind_check
  check (kind in ('mail', 'password', 'wallet', 'register', 'switch', 'passkey'));
grant select, insert, update, delete on passkey, passkey_question to openmere_app;

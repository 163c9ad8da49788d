-- Machinery of the server: configuration values, what leaves after commit (socket, mail), jobs, processes, one-use things.

-- Configuration (Config record: idx, val). A value that stands here replaces the rulebook's default.
create table config (
  idx text primary key check (idx ~ '^[a-z][a-zA-Z0-9.]{0,63}$'),
  val text not null check (char_length(val) <= 20000),
  version bigint not null check (version > 0),
  changed_at timestamptz not null default now(),
  changed_by text not null
);

-- Every value that ever stood, for the console's history and for records that name a version.
create table config_history (
  idx text not null,
  version bigint not null,
  val text not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (idx, version)
);

create function config_keep() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (new.idx <> old.idx or new.version <> old.version + 1) then
    raise exception 'config: a change keeps idx and raises version by one' using errcode = 'integrity_constraint_violation';
  end if;
  insert into config_history (idx, version, val, changed_at, changed_by)
  values (new.idx, new.version, new.val, new.changed_at, new.changed_by);
  perform pg_notify('config', new.idx);
  return new;
end $$;
create trigger config_keep after insert or update on config for each row execute function config_keep();

create function platform_append_only() returns trigger language plpgsql as $$
begin
  raise exception '%: rows are never changed or removed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger config_history_append_only before update or delete on config_history
  for each row execute function platform_append_only();
create trigger config_history_no_truncate before truncate on config_history
  for each statement execute function platform_append_only();
create trigger config_never_removed before delete on config for each row execute function platform_append_only();

-- Socket messages: the durable tail of what a member was told, numbered per member without gaps. The row of
-- socket_sequence is locked while a transaction writes; several members are locked in the order of their ids.
create table socket_sequence (member_id text primary key, seq bigint not null check (seq > 0));
create table socket_message (
  member_id text not null,
  seq bigint not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  primary key (member_id, seq)
);
-- The cleaning job.
create index socket_message_old on socket_message (created_at);

-- Mails wait here sealed (address, text, codes) until they were delivered; then the row goes.
create table mail_outbox (
  id bigint generated always as identity primary key,
  sealed text not null,
  attempts smallint not null default 0,
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- Set when it was given up; the row stays, sealed, until it is looked at.
  dead_at timestamptz,
  last_error text
);
create index mail_outbox_due on mail_outbox (next_at) where dead_at is null;

-- One-use tickets for the socket, by their hash.
create table socket_ticket (
  hash text primary key,
  member_id text not null,
  session_id text not null,
  -- The member's last message when the ticket was made: the socket goes on from there.
  seq bigint not null,
  expires_at timestamptz not null
);
create index socket_ticket_expired on socket_ticket (expires_at);

-- Nonces of encrypted secrets, kept twice their age limit.
create table used_nonce (nonce text primary key, expires_at timestamptz not null);
create index used_nonce_expired on used_nonce (expires_at);

-- Who uploaded which file: the daily quota, and whose a picture is.
create table upload (
  name text primary key,
  member_id text not null,
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now()
);
create index upload_of_member on upload (member_id, created_at);

create table job_run (
  name text primary key,
  started_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz,
  runs bigint not null default 0,
  -- Failures in a row; 0 after a success.
  failures integer not null default 0,
  last_error text
);

create table process_heartbeat (name text primary key, pid integer not null, last_seen timestamptz not null);

revoke all on config, config_history, socket_sequence, socket_message, mail_outbox, socket_ticket, used_nonce, upload,
  job_run, process_heartbeat from openmere_app, openmere_readonly;
grant select, insert, update on config, socket_sequence, mail_outbox, job_run, process_heartbeat to openmere_app;
grant select on config_history, socket_message, socket_ticket, used_nonce, upload to openmere_app;
grant insert, delete on socket_message, socket_ticket, used_nonce to openmere_app;
grant insert on upload to openmere_app;
grant delete on mail_outbox to openmere_app;
grant select on config, config_history, job_run, process_heartbeat, upload to openmere_readonly;
-- The signer reads its limits and shows that it lives.
grant select on config to openmere_signer;
grant select, insert, update on process_heartbeat to openmere_signer;

-- A verification of the whole ledger, by night or asked for by an operator. It goes on where it stopped, whatever ended the process.
-- The api asks for one, the settler does it; findings are sentences for the operator.
create table ledger_verification_run (
  id bigint generated always as identity primary key,
  -- The operator who asked; null: it was due by night.
  asked_by text,
  asked_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  -- Where it stands (server/src/ledger/verify-in-steps.ts), and what of it is done, in hundredths.
  progress jsonb,
  percent smallint not null default 0 check (percent between 0 and 100),
  journal_rows bigint not null default 0,
  accounts bigint not null default 0,
  findings jsonb not null default '[]',
  finding_count integer not null default 0,
  constraint ledger_verification_run_order check (ended_at is null or started_at is not null)
);
-- One at a time: whoever asks while one runs is told of that one.
create unique index ledger_verification_run_open on ledger_verification_run ((true)) where ended_at is null;

-- Accounts as the rows that are done leave them, and what is held in them. Of the run that is open, or of the last one.
create table ledger_verification_account (
  account integer primary key,
  balance numeric(45, 0) not null,
  last_row bigint not null
);
create table ledger_verification_hold (
  account integer not null,
  reference text not null,
  open numeric(45, 0) not null check (open <> 0),
  primary key (account, reference)
);

-- An operator does not wait for the next round.
create function ledger_verification_asked() returns trigger language plpgsql set search_path = public as $$
begin
  perform pg_notify('ledger_verification', '');
  return null;
end $$;
create trigger ledger_verification_asked after insert on ledger_verification_run
  for each statement execute function ledger_verification_asked();

revoke all on ledger_verification_run, ledger_verification_account, ledger_verification_hold from openmere_app;
grant select, insert, update on ledger_verification_run to openmere_app;
grant select, insert, update, delete on ledger_verification_account, ledger_verification_hold to openmere_app;
grant select on ledger_verification_run to openmere_readonly;

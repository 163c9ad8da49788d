-- Deposits on chain (rulebook §4; threats T12, T13; I07, I08).

-- A member's own deposit address: a CREATE2 forwarder of the factory. The salt cannot be guessed by others (and not by the
-- member before the address is issued), so that nothing can lie on an address before we watch it.
create table deposit_address (
  member_id text not null references member,
  chain_id integer not null,
  address text not null unique check (address ~ '^0x[0-9a-f]{40}$'),
  salt text not null unique check (salt ~ '^0x[0-9a-f]{64}$'),
  factory text not null check (factory ~ '^0x[0-9a-f]{40}$'),
  created_at timestamptz not null default now(),
  primary key (member_id, chain_id)
);

create table deposit (
  id text primary key check (id ~ '^dep_[0-9a-z]{26}$'),
  member_id text not null references member,
  chain_id integer not null,
  coin_id text not null check (coin_id ~ '^[A-Z]{2,10}$'),
  token text not null check (token ~ '^0x[0-9a-f]{40}$'),
  address text not null references deposit_address (address),
  sender text not null check (sender ~ '^0x[0-9a-f]{40}$'),
  -- Base units, from the log.
  amount numeric(38, 0) not null check (amount > 0),
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  log_index integer not null check (log_index >= 0),
  block_number bigint not null check (block_number >= 0),
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  status text not null check (status in ('seen', 'credited', 'ignored', 'orphaned')),
  seen_at timestamptz not null default now(),
  -- When it was decided for good: credited, or ignored.
  credited_at timestamptz,
  swept_at timestamptz,
  -- One credit per log, whatever is replayed.
  constraint deposit_once unique (chain_id, tx_hash, log_index),
  constraint deposit_decided_has_time check ((status in ('credited', 'ignored')) = (credited_at is not null)),
  constraint deposit_swept_is_decided check (swept_at is null or credited_at is not null)
);
-- A member's records, newest first (ids are sortable by time).
create index deposit_of_member on deposit (member_id, id desc);
-- Those that wait for finality.
create index deposit_waiting on deposit (chain_id, status) where status in ('seen', 'orphaned');
-- What the sweeper looks for.
create index deposit_to_sweep on deposit (chain_id, token, address) where credited_at is not null and swept_at is null;
-- The console's search by hash.
create index deposit_by_hash on deposit (tx_hash);

create function deposit_guard() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.member_id <> old.member_id or new.chain_id <> old.chain_id or new.token <> old.token
     or new.coin_id <> old.coin_id or new.address <> old.address or new.amount <> old.amount or new.tx_hash <> old.tx_hash then
    raise exception 'deposit: whose, what and how much never change' using errcode = 'integrity_constraint_violation';
  end if;
  if old.status in ('credited', 'ignored')
     and (new.status <> old.status or new.credited_at <> old.credited_at or new.log_index <> old.log_index
       or new.block_number <> old.block_number or new.block_hash <> old.block_hash) then
    raise exception 'deposit: what is decided never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger deposit_guard before update on deposit for each row execute function deposit_guard();

create function deposit_never_removed() returns trigger language plpgsql as $$
begin
  raise exception '%: rows are never changed or removed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger deposit_never_removed before delete on deposit for each row execute function deposit_never_removed();
create trigger deposit_no_truncate before truncate on deposit for each statement execute function deposit_never_removed();
create trigger deposit_address_fixed before update or delete on deposit_address
  for each row execute function deposit_never_removed();

-- Transactions that empty deposit addresses into the treasury. Harmless to repeat: an empty address moves nothing.
create table deposit_sweep (
  id bigint generated always as identity primary key,
  chain_id integer not null,
  sender text not null check (sender ~ '^0x[0-9a-f]{40}$'),
  nonce bigint not null check (nonce >= 0),
  -- Fee bumps keep the nonce and raise the attempt.
  attempt integer not null default 0,
  token text not null check (token ~ '^0x[0-9a-f]{40}$'),
  addresses text[] not null,
  raw text not null,
  tx_hash text not null unique,
  created_at timestamptz not null default now(),
  -- When its nonce was seen consumed.
  done_at timestamptz,
  unique (chain_id, sender, nonce, attempt)
);
create index deposit_sweep_open on deposit_sweep (chain_id, sender) where done_at is null;

revoke all on deposit_address, deposit, deposit_sweep from openmere_app;
grant select, insert on deposit_address to openmere_app;
grant select, insert, update on deposit, deposit_sweep to openmere_app;

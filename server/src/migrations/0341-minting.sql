-- Minting on chain (rulebook §6, §9): hash power for OPEN, USDO for USDT or OPEN, and USDO redeemed.

-- What the contracts said, one row a log, by address: a wallet may mint before it is bound to a member. Base units, as the chain
-- has them (uint256). A final row stays for good; one that is only seen goes when its block goes.
create table minting_record (
  -- By its place on chain, so that a replay has the same id: 40 digits of the transaction's hash and the log's index.
  id text primary key check (id ~ '^mnt_[0-9a-f]{40}-[0-9]{1,9}$'),
  chain_id integer not null,
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  type text not null check (type in ('power', 'usdo-usdt', 'usdo-open', 'redeem')),
  status text not null check (status in ('seen', 'final')),
  consumed numeric(78, 0) not null check (consumed >= 0),
  obtained numeric(80, 0) not null check (obtained >= 0),
  -- USDT per OPEN that power was valued at; USDO for one of what was given. E18, rounded down.
  price_e18 numeric(78, 0) not null check (price_e18 >= 0),
  -- USDT that the consumed OPEN was worth; only power has it.
  value_usdt numeric(80, 0) not null check (value_usdt >= 0),
  -- Community fee in USDT, OPEN burned, OPEN that went to the market-value pool.
  fee numeric(78, 0) not null check (fee >= 0),
  burned numeric(78, 0) not null check (burned >= 0),
  to_market numeric(78, 0) not null check (to_market >= 0),
  -- Whose it is: the member of the wallet when it became final, or the first that binds the wallet later.
  member_id text references member,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  log_index integer not null check (log_index >= 0),
  block_number bigint not null check (block_number >= 0),
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  block_time timestamptz not null,
  constraint minting_record_once unique (chain_id, tx_hash, log_index)
);
-- A wallet's own, newest first.
create index minting_record_of_address on minting_record (chain_id, address, block_number desc, log_index desc);
-- Those that can still change.
create index minting_record_seen on minting_record (chain_id) where status = 'seen';
-- Power that was minted by a wallet of nobody: it is granted when a member binds the wallet.
create index minting_record_of_nobody on minting_record (address) where status = 'final' and type = 'power' and member_id is null;

create function minting_record_guard() returns trigger language plpgsql as $$
begin
  if old.status = 'final' and (tg_op = 'DELETE' or (old.member_id is not null and new.member_id is distinct from old.member_id)
      or to_jsonb(new) - 'member_id' is distinct from to_jsonb(old) - 'member_id') then
    raise exception 'minting_record: what is final never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger minting_record_guard before update or delete on minting_record
  for each row execute function minting_record_guard();
create trigger minting_record_no_truncate before truncate on minting_record
  for each statement execute function power_never_changed();

grant select, insert, update, delete on minting_record to openmere_app;

-- Every address that is or was the treasury's cold address. What comes from one of them to the treasury is money that was there before
-- (deposit/book.ts). The indexer notes each change, the settler the one that the treasury names now; nothing is ever taken out.
create table cold_address (
  chain_id integer not null,
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  noted_at timestamptz not null default now(),
  primary key (chain_id, address)
);
revoke all on cold_address from openmere_app;
grant select, insert on cold_address to openmere_app;
grant select on cold_address to openmere_readonly;

-- The day's proof: which address was asked, what the ledger said lies there and what lay there. `cold` is the smaller of the two, which
-- is what counts. Days before this have the ledger's figure only.
alter table reserve_proof add column cold_address text;
alter table reserve_proof_coin add column cold_booked numeric(45, 0);
alter table reserve_proof_coin add column cold_chain numeric(45, 0) check (cold_chain >= 0);

-- `cold`: less lies at the cold address than the ledger says (`hot` is what lies there, `bound` what the ledger says). It stands beside an
-- alarm about how much is hot.
alter table reserve_alarm drop constraint reserve_alarm_kind_check;
alter table reserve_alarm add constraint reserve_alarm_kind_check check (kind in ('hot', 'low', 'cold'));
drop index reserve_alarm_open;
create unique index reserve_alarm_open on reserve_alarm (chain_id, coin_id, (kind = 'cold')) where ended_at is null;

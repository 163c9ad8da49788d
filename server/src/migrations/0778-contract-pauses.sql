-- Contracts that the guard has paused: since when, by the block, and why, where an operator said it to members (decision 0282). A row
-- goes when the contract is unpaused, and its reason with it. The indexer writes; the api names the reason.
create table contract_pause (
  chain_id integer not null,
  contract text not null check (contract ~ '^0x[0-9a-f]{40}$'),
  since timestamptz not null,
  reason text check (reason in ('upgrade', 'check', 'market', 'law', 'other')),
  primary key (chain_id, contract)
);
grant select, insert, update, delete on contract_pause to openmere_app;

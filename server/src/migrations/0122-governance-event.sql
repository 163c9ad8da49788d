-- What was decided over the contracts: proposals at the timelock, roles given, the cold address. Each is an alarm but for what a
-- contract's own deployment granted. indexer: reads and writes; api (health page): reads.
create table governance_event (
  chain_id integer not null,
  tx_hash text not null,
  log_index integer not null,
  block_number bigint not null,
  at timestamptz not null,
  contract text not null,
  event text not null check (event in ('CallScheduled', 'RoleGranted', 'ColdProposed', 'ColdChanged')),
  -- RoleGranted: role and receiver; CallScheduled: id and target; the others: old and new address.
  subject text not null,
  object text not null,
  alarmed boolean not null,
  primary key (chain_id, tx_hash, log_index)
);
create index governance_event_of_contract on governance_event (chain_id, contract, block_number, log_index);
create index governance_event_alarms on governance_event (chain_id, at desc) where alarmed;
create trigger governance_event_append_only before update or delete on governance_event
  for each row execute function chain_append_only();
revoke all on governance_event from openmere_app;
grant select, insert on governance_event to openmere_app;

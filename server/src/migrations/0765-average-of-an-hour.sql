-- The highest half-hour average that the oracle told within each hour: what limits in USDT count OPEN at. A single swap of the public
-- pair can have any price that its maker likes; the average cannot.
create table average_hour (
  chain_id integer not null,
  -- Beginning of the hour, UTC.
  hour timestamptz not null,
  -- USDT per OPEN × 10^18.
  highest numeric(78, 0) not null check (highest > 0),
  primary key (chain_id, hour)
);
insert into average_hour (chain_id, hour, highest)
  select chain_id, date_trunc('hour', block_time, 'UTC'), twap from pool_state where twap > 0;

revoke all on average_hour from openmere_app;
grant select, insert, update on average_hour to openmere_app;

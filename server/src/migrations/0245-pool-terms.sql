-- What the liquidity desk demands and holds back, read from it with the pool at the same block; null while there is no desk.
alter table pool_state
  add column minimum_add numeric(78, 0) check (minimum_add >= 0),
  add column hold_bps integer check (hold_bps between 0 and 10000),
  add column hold_seconds bigint check (hold_seconds >= 0);

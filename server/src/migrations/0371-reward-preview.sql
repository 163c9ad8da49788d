-- What the next settlement of each pool would divide if its period ended now: computed by the settler, shown to operators, never paid.
create table reward_preview (
  pool text primary key check (pool in ('referral', 'yield', 'leadership', 'contribution', 'node')),
  period integer not null check (period >= 0),
  -- Sums by coin, and what else it rests on; decimals of base units as texts.
  sums jsonb not null,
  facts jsonb not null,
  -- Rewards that could be claimed, and those that are not qualified.
  claimable integer not null check (claimable >= 0),
  notqualified integer not null check (notqualified >= 0),
  made_at timestamptz not null,
  took_ms integer not null check (took_ms >= 0)
);
grant select, insert, update on reward_preview to openmere_app;
grant select on reward_preview to openmere_readonly;
-- The runs of all pools, newest first.
create index reward_settlement_newest on reward_settlement (period desc, pool desc);

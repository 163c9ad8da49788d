-- How far the ledger is proved. One row. Written and read by the settler.
create table ledger_verification (
  single boolean primary key default true check (single),
  -- Per lane of the hash chain the last batch that was proved, with its hash: the next proof begins behind it.
  lanes jsonb not null default '{}',
  -- The last account whose balance was compared with its newest row; every account has its turn.
  account_after integer not null default 0,
  recent_at timestamptz,
  -- When everything was last recomputed from the first row on.
  whole_at timestamptz
);
insert into ledger_verification default values;
revoke all on ledger_verification from openmere_app;
grant select, update on ledger_verification to openmere_app;

-- What this database belongs to: the keys in one data folder's secrets.json, known by their fingerprint, and one chain. Written by the
-- first start that finds nothing here, compared by every later one before it changes anything (docs/decisions/0288). Owner only.
create table installation (
  one boolean primary key default true check (one),
  secrets text not null check (secrets ~ '^[0-9a-f]{64}$'),
  chain_id integer not null,
  bound_at timestamptz not null default now()
);
revoke all on installation from openmere_app;

-- Each process looks at its start whether the migrations that it knows were applied.
grant select on migration to openmere_app, openmere_signer;

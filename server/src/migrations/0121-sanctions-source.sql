-- When each list of sanctioned addresses was read last, and how many it names. A list that was never read, is empty, or was not
-- read for a day screens nobody: what it would have said counts as "not checked" (member/sanctions.ts).
-- settler: reads and writes both tables; api (quote, request, transfer) and signer: read.
create table sanctions_source (
  source text primary key,
  addresses integer not null check (addresses >= 0),
  loaded_at timestamptz not null default now()
);
revoke all on sanctions_source from openmere_app;
grant select, insert, update on sanctions_source to openmere_app;
grant select on sanctions_source, sanctioned_address to openmere_signer;

-- Roles of the house. They belong to the whole server, databases come and go, so everything here may run again.
-- None can log in: the login role is a member of each and takes one at connect (platform/db/connect.ts).
--   openmere_app       API, indexer, settler: domain tables; of the ledger only its posting functions and reading
--   openmere_ledger    owner of the posting functions, the only role that may insert into the journal
--   openmere_signer    the signer: what it needs is granted row by row where its tables are made
--   openmere_readonly  records, exports, health
do $$
declare
  wanted text;
begin
  foreach wanted in array array['openmere_app', 'openmere_ledger', 'openmere_signer', 'openmere_readonly'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then
        null; -- another database of this server made it in the same moment
      end;
    end if;
    if not pg_has_role(current_user, wanted, 'set') then
      execute format('grant %I to %I', wanted, current_user);
    end if;
  end loop;
end $$;

revoke all on schema public from public;
grant usage on schema public to openmere_app, openmere_ledger, openmere_signer, openmere_readonly;

-- Domain tables, made by later migrations in schema public: the app works in them, readonly reads. The signer gets nothing by itself.
alter default privileges in schema public grant select, insert, update, delete on tables to openmere_app;
alter default privileges in schema public grant usage, select on sequences to openmere_app;
alter default privileges in schema public grant select on tables to openmere_readonly;
revoke all on table migration from openmere_app;
grant select on table migration to openmere_app, openmere_readonly;

-- One role for each process; its rights stand in rights.sql. None can log in: each installation has logins of its own, members of
-- one of these (platform/db/logins.ts). openmere_app stays as the sum of what api, indexer and settler may: migrations grant to
-- it, rights.sql gives each of the three its part, no process uses it.
--   openmere_api, openmere_indexer, openmere_settler, openmere_signer   the processes
--   openmere_readonly   records, exports, figures · openmere_backup   reads everything, for pg_dump
do $$
declare
  wanted text;
begin
  foreach wanted in array array['openmere_api', 'openmere_indexer', 'openmere_settler', 'openmere_backup'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then
        null; -- another database of this server made it in the same moment
      end;
    end if;
  end loop;
end $$;

grant usage on schema public, ledger to openmere_api, openmere_indexer, openmere_settler, openmere_backup;

-- A transfer is checked before it is posted, and its receiver may close the account in between: the closing marks the accounts in
-- the ledger, under their locks, and the ledger refuses what somebody else sends there. Everything else may still come
-- (a reward of the day of the closing, an EQUITY from the chain): nobody waits for an answer there.
alter table ledger.account add column closed boolean not null default false;

-- Opens and marks accounts, for good. Locks them by id, as everybody does.
create function ledger.close_accounts(p_names text[], p_assets text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, ledger as $$
declare
  ids int[] := ledger.open_accounts(p_names, p_assets);
begin
  perform from ledger.account a where a.id = any(ids) order by a.id for update;
  update ledger.account a set closed = true where a.id = any(ids);
end $$;
grant create on schema ledger to openmere_ledger;
alter function ledger.close_accounts owner to openmere_ledger;
revoke create on schema ledger from openmere_ledger;
grant update (closed) on ledger.account to openmere_ledger;
revoke execute on function ledger.close_accounts from public;
grant execute on function ledger.close_accounts to openmere_ledger, openmere_app;

-- ledger.post_group answers code 5 for an entry with a family (money that leaves its sender's hands) to a closed account.
do $$
declare change record; body text := pg_get_functiondef('ledger.post_group'::regproc);
begin
  for change in select * from (values
    ('balances numeric[]; negatives boolean[];', 'balances numeric[]; negatives boolean[]; closed_flags boolean[];'),
    ('array_agg(a.may_be_negative), array_agg(a.last_row), array_agg(a.ctid)
        into found_ids, balances, negatives, lasts, places',
     'array_agg(a.may_be_negative), array_agg(a.closed), array_agg(a.last_row), array_agg(a.ctid)
        into found_ids, balances, negatives, closed_flags, lasts, places'),
    ('array_agg(a.may_be_negative), array_agg(a.last_row)
        into found_ids, balances, negatives, lasts
',
     'array_agg(a.may_be_negative), array_agg(a.closed), array_agg(a.last_row)
        into found_ids, balances, negatives, closed_flags, lasts
'),
    ('    -- Any free lane;',
     '    if p_family is not null and true = any(closed_flags) then
      for hit in
        select distinct w.first
          from (select max(l.place) filter (where l.line = 0) over (order by l.place) as first, l.destination
                  from unnest(p_line, p_destination) with ordinality as l(line, destination, place)) as w
         where closed_flags[w.destination] and p_family[w.first] is not null
      loop
        if r_codes[hit.first] = 0 then r_codes[hit.first] := 5; end if;
        refused := true;
      end loop;
    end if;

    -- Any free lane;'),
    ('from unnest(places, balances, lasts, lasts_before) as w(place, balance, last_row, last_row_before)
         where a.ctid = w.place and',
     'from unnest(places, balances, lasts, lasts_before, closed_flags) as w(place, balance, last_row, last_row_before, closed)
         where a.ctid = w.place and a.closed = w.closed and')
  ) as c(before, after) loop
    if cardinality(string_to_array(body, change.before)) <> 2 then
      raise exception 'ledger.post_group does not have once: %', change.before;
    end if;
    body := replace(body, change.before, change.after);
  end loop;
  execute body;
end $$;

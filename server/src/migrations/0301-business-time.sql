-- What is dated by the business clock from now on: entries of the ledger (so transfers and all balance records, and the day that
-- a fee belongs to), locks of what leaves an account, and requests and steps of withdrawals with the windows that are counted by
-- them. Where time was never moved nothing changes.
do $$
declare change record; body text;
begin
  for change in select * from (values
    ('ledger.post_group', 'r_time := clock_timestamp();', 'r_time := clock_timestamp() + public.business_offset();'),
    ('ledger.post_group', 'where l.locked_until > now()', 'where l.locked_until > public.business_now()'),
    ('withdrawal_guard_insert', 'new.requested_at := now();', 'new.requested_at := business_now();'),
    ('withdrawal_guard_insert', 'new.status_at := now();', 'new.status_at := business_now();'),
    ('withdrawal_guard_update', 'new.status_at := now();', 'new.status_at := business_now();')
  ) as c(name, before, after) loop
    body := pg_get_functiondef(change.name::regproc);
    if position(change.before in body) = 0 then
      raise exception '% has no %', change.name, change.before;
    end if;
    execute replace(body, change.before, change.after);
  end loop;
end $$;
alter table withdrawal alter column requested_at set default business_now(), alter column status_at set default business_now();
alter table withdrawal_step alter column at set default business_now();

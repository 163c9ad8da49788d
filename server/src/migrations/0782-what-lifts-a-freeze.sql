-- Whoever changes the mailbox is told of it in the former one, with the link that freezes: the new mailbox then proves nothing.
-- Null where it is the one of the registration, or was bound before this was kept.
alter table member add column email_bound_at timestamptz;
grant update (email_bound_at) on member to openmere_app;

-- Until when it is locked, as people are told: a freeze has no end, and says itself elsewhere.
create or replace function ledger.set_outbound_lock(p_family text, p_until timestamptz) returns timestamptz
  language sql security definer set search_path = pg_catalog, ledger as $$
  insert into ledger.outbound_lock as l (family, locked_until) values (p_family, p_until)
  on conflict (family) do update set
    locked_until = greatest(l.locked_until, excluded.locked_until),
    kept_until = case when l.kept_until is not null then greatest(l.kept_until, excluded.locked_until) end
  returning coalesce(kept_until, locked_until);
$$;

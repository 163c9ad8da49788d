-- What a day's yield costs must not grow with the days before it: it read every lot that was ever granted, and every reward of any
-- pool that is claimable or was once, to find the lots that are left and the yield that is spoken for.

-- Set by the one update that empties a lot; all others still touch no index.
alter table power_lot add column used_up boolean not null generated always as (used >= granted) stored;
create index power_lot_left on power_lot (member_id, kind) where not used_up;
-- Yield that waits to be claimed.
create index reward_yield_unclaimed on reward (member_id) include (kind, amount) where status = 'claimable' and pool = 'yield';

-- A day's yield of a million members updates a lot and a person's EQUITY of each. Their guards looked at every row in a function of
-- PL/pgSQL; the same conditions stand in the triggers now, and the function is only called to refuse.
create or replace function power_lot_guard() returns trigger language plpgsql as $$
begin
  raise exception 'power_lot: what was granted stays, and what was used only grows' using errcode = 'integrity_constraint_violation';
end $$;
drop trigger power_lot_guard on power_lot;
create trigger power_lot_guard before update on power_lot for each row
  when (new.used < old.used or row(new.id, new.member_id, new.kind, new.granted, new.effective_at, new.key, new.reference)
    is distinct from row(old.id, old.member_id, old.kind, old.granted, old.effective_at, old.key, old.reference))
  execute function power_lot_guard();
create trigger power_lot_never_removed before delete on power_lot for each row execute function power_lot_guard();

create or replace function equity_guard() returns trigger language plpgsql as $$
begin
  raise exception 'equity_person: what was earned and spent only grows' using errcode = 'integrity_constraint_violation';
end $$;
drop trigger equity_guard on equity_person;
create trigger equity_guard before update on equity_person for each row
  when (new.person_id <> old.person_id or new.earned < old.earned or new.spent < old.spent)
  execute function equity_guard();

-- Hash power (rulebook §9): what a member was granted, lot by lot, and what of it was used up.

-- Base units of power. `used` only grows, the oldest lot first; what is left of a lot is granted − used. A lot takes part from
-- the first 00:00 UTC at which it is a full day old; `effective_at` is that moment’s beginning: the block’s time of a minting.
create table power_lot (
  id bigint generated always as identity primary key,
  member_id text not null references member,
  kind text not null check (kind in ('personal', 'dynamic', 'bonus')),
  granted numeric(45, 0) not null check (granted > 0),
  used numeric(45, 0) not null default 0 check (used between 0 and granted),
  effective_at timestamptz not null,
  -- What granted it, once for ever: the log of a minting, a settlement and its payer, an activity.
  key text not null unique check (char_length(key) between 1 and 255),
  reference text not null check (char_length(reference) <= 120)
);
-- The lots of a member, the oldest first, to use them up and to add them up. Without `used`, so that using a lot changes no index.
create index power_lot_of_member on power_lot (member_id, kind, effective_at, id);

create function power_lot_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.used < old.used or row(new.id, new.member_id, new.kind, new.granted, new.effective_at, new.key, new.reference)
      is distinct from row(old.id, old.member_id, old.kind, old.granted, old.effective_at, old.key, old.reference) then
    raise exception 'power_lot: what was granted stays, and what was used only grows' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger power_lot_guard before update or delete on power_lot for each row execute function power_lot_guard();

-- Each time that power was used up, once for ever: `key` names the settlement or the claim, `at` the moment that it is of.
create table power_deduction (
  id bigint generated always as identity primary key,
  member_id text not null references member,
  kind text not null check (kind in ('personal', 'dynamic', 'bonus')),
  amount numeric(45, 0) not null check (amount > 0),
  -- What of this kind was left after it, of any age.
  remaining numeric(45, 0) not null check (remaining >= 0),
  at timestamptz not null,
  key text not null check (char_length(key) between 1 and 255),
  constraint power_deduction_once unique (member_id, kind, key)
);
-- A member's own, newest first.
create index power_deduction_of_member on power_deduction (member_id, id desc);

create function power_never_changed() returns trigger language plpgsql as $$
begin
  raise exception '%: rows are never changed or removed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger power_deduction_fixed before update or delete on power_deduction
  for each row execute function power_never_changed();
create trigger power_deduction_no_truncate before truncate on power_deduction
  for each statement execute function power_never_changed();
create trigger power_lot_no_truncate before truncate on power_lot for each statement execute function power_never_changed();

grant select, insert, update on power_lot to openmere_app;
grant select, insert on power_deduction to openmere_app;

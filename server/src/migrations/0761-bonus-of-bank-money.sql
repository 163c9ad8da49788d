-- A first deposit may come by bank (rulebook §11): its bonus names the credited order in place of the deposit.
alter table activity_bonus add column fiat_order_id text references fiat_order;
alter table activity_bonus drop constraint activity_bonus_deposit;
alter table activity_bonus add constraint activity_bonus_deposit check (
  num_nonnulls(deposit_id, fiat_order_id) = (kind = 'deposit')::integer
  and (kind = 'deposit') = (amount is not null) and (kind = 'deposit') = (kept is not null)
  and (kind = 'deposit') = (due_at is not null));
create or replace function activity_bonus_guard() returns trigger language plpgsql as $$
begin
  if old.status <> 'held' and old.rewarded_at is null and to_jsonb(new) - 'rewarded_at' = to_jsonb(old) - 'rewarded_at' then
    return new;
  end if;
  if old.status <> 'held' or new.kept > old.kept
     or (new.id, new.round, new.kind, new.member_id, new.family_id, new.happened_at, new.deposit_id, new.fiat_order_id, new.amount,
         new.due_at)
       is distinct from (old.id, old.round, old.kind, old.member_id, old.family_id, old.happened_at, old.deposit_id, old.fiat_order_id,
         old.amount, old.due_at) then
    raise exception 'activity_bonus: what was decided stays' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- First deposits of a window, and who is paid for from the same account. A statement that names no account has the payer's name.
create index fiat_order_credited on fiat_order (ended_at) where status = 'credited';
create function fiat_payer(account text, name text) returns text language sql immutable as $$
  select coalesce(nullif('account ' || upper(regexp_replace(account, '[^0-9A-Za-z]', '', 'g')), 'account '),
    nullif('name ' || lower(regexp_replace(name, '\s+', ' ', 'g')), 'name '))
$$;
create index fiat_line_by_payer on fiat_line (fiat_payer(account, name)) where status = 'credited';

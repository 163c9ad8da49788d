-- What the rules let pass may no longer fit into the day's limits when it is handed over: then its receipt says so, once, with the step
-- to a person. Otherwise a receipt stays as it was made.
create function withdrawal_guard_receipt() returns trigger language plpgsql as $$
begin
  if not (old.status = 'reviewing' and new.status = 'reviewing' and old.decider = 'none' and new.decider = 'operator') then
    raise exception 'withdrawal: the receipt changes only when a person takes over from the rules'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_guard_receipt before update on withdrawal for each row
  when (new.checks is distinct from old.checks or new.score is distinct from old.score)
  execute function withdrawal_guard_receipt();

grant update (checks, score) on withdrawal to openmere_app;

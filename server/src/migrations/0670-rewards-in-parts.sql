-- A settlement writes its rewards in many short transactions: one long one would keep every version of the ledger's accounts that
-- transfers make meanwhile, and each transfer reads through them. What a settler that died had written is removed before the next one
-- decides; what a settlement is done writing stays for ever, as before.
drop trigger reward_never_removed on reward;
create trigger reward_never_truncated before truncate on reward for each statement execute function reward_never_changed();
create function reward_unwritten_only() returns trigger language plpgsql as $$
begin
  if old.key is null
     and exists (select from reward_settlement s where s.pool = old.pool and s.period = old.period and s.step = 'opened') then
    return old;
  end if;
  raise exception 'reward: rows are never removed once their settlement has written them' using errcode = 'integrity_constraint_violation';
end $$;
create trigger reward_never_removed before delete on reward for each row execute function reward_unwritten_only();
grant delete on reward to openmere_app;

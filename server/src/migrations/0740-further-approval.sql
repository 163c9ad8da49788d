-- The signer counts a person's day by what it signed itself, and may ask for one approval more than a withdrawal was approved with.
create or replace function withdrawal_approval_guard() returns trigger language plpgsql as $$
begin
  if not exists (select from withdrawal w where w.id = new.withdrawal_id and (w.status = 'reviewing'
      or (w.status = 'approved' and new.decision = 'approve'
        and not exists (select from payout p where p.withdrawal_id = w.id)))) then
    raise exception 'withdrawal_approval: it is neither under review nor approved and unsigned: there is nothing to approve'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- A payout's id that was paid to another wallet, or in another token: the treasury pays it never again, and the member has
-- nothing. Two operators give the hold back; the payment itself is a loss in suspense.
alter table unmatched_payment drop constraint unmatched_payment_status_check;
alter table unmatched_payment add constraint unmatched_payment_status_check
  check (status in ('open', 'booked', 'matched', 'returned'));
alter table unmatched_payment drop constraint unmatched_payment_matched;
alter table unmatched_payment add constraint unmatched_payment_matched
  check ((status in ('matched', 'returned')) = (matched_id is not null));
alter table payment_proposal drop constraint payment_proposal_action_check;
alter table payment_proposal add constraint payment_proposal_action_check check (action in ('book', 'match', 'giveback'));
alter table payment_proposal drop constraint payment_proposal_target;
alter table payment_proposal add constraint payment_proposal_target
  check ((action in ('match', 'giveback')) = (withdrawal_id is not null));

-- What is settled stays settled; only the hold of what was booked already may still be given back.
create or replace function unmatched_payment_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.chain_id, new.tx_hash, new.log_index, new.payout_id, new.token, new.receiver, new.amount)
     is distinct from (old.id, old.chain_id, old.tx_hash, old.log_index, old.payout_id, old.token, old.receiver, old.amount)
     or (old.status <> 'open' and (old.status || ' ' || new.status) <> 'booked returned') then
    raise exception 'unmatched_payment: what was seen and what is settled stay' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- As in 0070, and besides: it fails when two operators agreed that its id was paid elsewhere.
create or replace function withdrawal_guard_update() returns trigger language plpgsql security definer set search_path = public as $$
declare
  approvals integer;
begin
  if (new.id, new.payout_id, new.member_id, new.family_id, new.request_id, new.coin_id, new.chain_id, new.amount, new.fee,
      new.received, new.minimum, new.multiple, new.address, new.requested_at)
     is distinct from
     (old.id, old.payout_id, old.member_id, old.family_id, old.request_id, old.coin_id, old.chain_id, old.amount, old.fee,
      old.received, old.minimum, old.multiple, old.address, old.requested_at) then
    raise exception 'withdrawal: whose, what, how much and where to never change'
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.released_at is distinct from old.released_at then
    if old.released_at is not null then
      raise exception 'withdrawal: money is given back once' using errcode = 'integrity_constraint_violation';
    end if;
    select count(*) into approvals from withdrawal_release where withdrawal_id = new.id;
    if approvals < 2 then
      raise exception 'withdrawal: giving back takes two operators' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  if new.decider <> old.decider and not (old.status = 'reviewing'
     and array_position(array['none', 'operator', 'twooperators'], new.decider)
       > array_position(array['none', 'operator', 'twooperators'], old.decider)) then
    raise exception 'withdrawal: who decides can only become stricter' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = old.status then
    return new;
  end if;
  if (old.status || ' ' || new.status) not in ('reviewing approved', 'reviewing rejected', 'reviewing cancelled',
      'approved sending', 'approved failed', 'approved confirmed', 'sending sent', 'sending confirmed', 'sending failed',
      'sent confirmed', 'sent failed', 'failed confirmed') then
    raise exception 'withdrawal: % does not lead to %', old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'approved' and new.decider <> 'none' then
    select count(*) into approvals from withdrawal_approval
      where withdrawal_id = new.id and decision = 'approve';
    if approvals < (case new.decider when 'twooperators' then 2 else 1 end) then
      raise exception 'withdrawal: % approvals are not enough', approvals using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  if new.status = 'sending' and not exists (select from payout_attempt where withdrawal_id = new.id) then
    raise exception 'withdrawal: sending rests on stored bytes' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'failed' and not exists (select from payout_void where withdrawal_id = new.id)
     and not exists (select from payout_outcome where withdrawal_id = new.id and outcome in ('reverted', 'replaced'))
     and not exists (select from unmatched_payment u join payment_proposal p on p.payment_id = u.id
       where u.payout_id = new.payout_id and u.status = 'returned' and u.matched_id = new.id
         and p.action = 'giveback' and p.withdrawal_id = new.id and p.confirmed_by is not null) then
    raise exception 'withdrawal: it may still be signed or mined' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'confirmed' and old.released_at is not null then
    raise exception 'withdrawal: what was given back is not confirmed' using errcode = 'integrity_constraint_violation';
  end if;
  new.status_at := now();
  return new;
end $$;

-- A payout of ours that a reorganisation took back is sent again with its stored bytes when two operators agreed: the treasury
-- pays an id once, so that it can never be paid twice.
alter table chain_fork add column resend_proposed_by text;
alter table chain_fork add column resend_approved_by text;
alter table chain_fork add constraint chain_fork_two_resend check (resend_approved_by <> resend_proposed_by);
alter table chain_fork add constraint chain_fork_resend
  check (resend_approved_by is null or (resend_proposed_by is not null and rolled_back_at is not null));

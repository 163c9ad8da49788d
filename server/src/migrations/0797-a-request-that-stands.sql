-- In a frozen account, what its older wallet asks takes the place of what the mailbox asked (decision 0309).
alter table factor_reset drop constraint factor_reset_state_check;
alter table factor_reset add constraint factor_reset_state_check
  check (state in ('open', 'done', 'declined', 'refused', 'found', 'frozen', 'replaced'));

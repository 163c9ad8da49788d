-- Two operators made sure that the mailbox or wallet of a frozen member is the owner's; it then lifts the freeze (docs/decisions/0289).
alter table auth_freeze add column trusted_at timestamptz;

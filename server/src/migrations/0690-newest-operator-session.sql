-- When each operator logged in last, for the list of who has access.
create index operator_session_newest on operator_session (operator_id, created_at desc);

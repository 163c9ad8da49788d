-- Operators look members up by the beginning of their nickname.
create index member_by_nickname on member (nickname_key text_pattern_ops);

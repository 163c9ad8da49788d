-- The file of one's own data asks what was refused to oneself, when one's account was frozen, and what one handed in.
create index geo_refusal_of_member on geo_refusal (member_id, id) where member_id is not null;
create index auth_freeze_of_member on auth_freeze (member_id, id);
create index identity_check_of_member on identity_check (member_id, id desc);

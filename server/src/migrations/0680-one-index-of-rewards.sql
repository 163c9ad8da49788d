-- A settlement writes a reward for each of a million members, and each row stood in two indexes by member. One does for both: what can
-- be claimed is one state of theirs, and a list of all states merges them.
create index reward_of_member_by_status on reward (member_id, status, serial);
drop index reward_of_member;
drop index reward_claimable;
alter index reward_of_member_by_status rename to reward_of_member;

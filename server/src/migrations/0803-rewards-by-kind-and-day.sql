-- A leader has one reward for each payer and day: millions of them within months. Lists by kind read all of them to find the few of a
-- rare kind, and each opening of the rewards page added all of them up.

-- By kind, too: a page of a kind, and a claim of one, read their own rewards and no others.
create index reward_of_member_by_kind on reward (member_id, status, kind, serial);
drop index reward_of_member;
alter index reward_of_member_by_kind rename to reward_of_member;
-- Those that no settlement wrote: few, and never among what is added up once.
create index reward_granted on reward (member_id) where key is not null;

-- Up to which serial somebody's settled rewards were added up.
create table reward_summed (
  member_id text primary key references member,
  through bigint not null check (through > 0)
);
-- Their sums by UTC day, kind and coin. Only what is claimed of them changes, with the claim.
create table reward_day_sum (
  member_id text not null references reward_summed,
  day integer not null,
  kind text not null,
  coin_id text not null,
  count bigint not null check (count > 0),
  total numeric(45, 0) not null,
  claimed numeric(45, 0) not null,
  primary key (member_id, day, kind, coin_id),
  constraint reward_day_sum_claimed check (claimed between 0 and total)
);
revoke all on reward_summed, reward_day_sum from openmere_app;
grant select, insert, update on reward_summed, reward_day_sum to openmere_app;

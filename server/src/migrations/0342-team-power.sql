-- The personal power left of everybody below a member (rulebook §9, "team"). Adding it up at each look would walk the whole team, so it
-- is kept: counted anew when power was granted or used. Base units, whole millionths; who has none below has no row.
create table team_power (
  member_id text primary key references member,
  power numeric(45, 0) not null check (power >= 0 and power % 1000000000000 = 0)
);

-- What was counted last: the newest lot and the newest deduction, and whether a count found nothing newer.
create table team_power_round (
  one boolean primary key default true check (one),
  lot bigint not null,
  deduction bigint not null,
  settled boolean not null
);
insert into team_power_round (lot, deduction, settled) values (0, 0, true);

grant select, insert, update on team_power, team_power_round to openmere_app;
grant select on team_power, team_power_round to openmere_readonly;

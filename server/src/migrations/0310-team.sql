-- The team below each member: use that counts as performance, and figures kept live (rulebook §10; threats R18).

-- What a member's own use came to on a UTC day (whole ones since 1970), by kind: USDT value × the weight of its kind when it
-- happened, in base units, whole millionths of a USDT. Only final facts of the chain and of the ledger come here, in the
-- transaction that books them. A removal of liquidity takes away what its adding brought, so a day may be below zero.
create table performance_day (
  member_id text not null references member,
  day integer not null,
  kind text not null check (kind in ('swap', 'liquidity', 'usdo', 'mint', 'node', 'mall')),
  amount numeric(80, 0) not null check (amount % 1000000000000 = 0),
  primary key (member_id, day, kind)
);
-- What all members did within some days.
create index performance_day_of_day on performance_day (day, member_id);

-- What the figures have not counted yet: use (`amount` on `day`), or a member who was activated, or has another level (null).
create table team_change (
  id bigint generated always as identity primary key,
  member_id text not null references member,
  day integer,
  amount numeric(80, 0) not null default 0,
  constraint team_change_has_day check ((day is null) = (amount = 0))
);

-- Figures of each activated member. `leg` is the own use and the team's; the root has no inviter.
create table team_figure (
  member_id text primary key references member,
  inviter_id text references member,
  own numeric(80, 0) not null,
  total numeric(80, 0) not null,
  large numeric(80, 0) not null,
  leg numeric(80, 0) not null,
  members integer not null check (members >= 0),
  highest smallint not null check (highest between 0 and 6)
);
-- Legs of a member, most performance first.
create index team_figure_legs on team_figure (inviter_id, leg desc, member_id);

-- The same by day: performance and activations in the team, the member left out; and the member's own.
create table team_day (
  member_id text not null references member,
  day integer not null,
  amount numeric(80, 0) not null,
  own numeric(80, 0) not null,
  new_members integer not null check (new_members >= 0),
  primary key (member_id, day)
);

-- Grows with each round of figures, so that a process that kept them in memory knows whether they are still those.
create table team_round (
  one boolean primary key default true check (one),
  round bigint not null
);
insert into team_round (round) values (0);

-- How a captain presents the team.
create table team_page (
  member_id text primary key references member,
  name text not null default '' check (char_length(name) <= 60),
  notice text not null default '' check (char_length(notice) <= 600),
  avatar text not null default '',
  changed_at timestamptz not null
);

-- Whoever activates or raises a member need not think of the figures.
create function team_member_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into team_change (member_id) values (new.id);
  perform pg_notify('team_change', '');
  return null;
end $$;
create trigger team_member_activated after update of activated_at, vip_level on member for each row
  when (new.activated_at is not null
    and (old.activated_at is null or old.vip_level is distinct from new.vip_level))
  execute function team_member_changed();
create trigger team_root_made after insert on member for each row when (new.activated_at is not null)
  execute function team_member_changed();

-- What was used before there were figures. Trades count at their USDT side, the fee included; liquidity at what of it counts
-- towards EQUITY, as of today. Only what belonged to a member when it happened.
insert into performance_day (member_id, day, kind, amount)
select m.id, floor(extract(epoch from t.block_time) / 86400)::integer, 'swap',
    sum(v.value - v.value % 1000000000000)
  from trade t cross join lateral (select t.usdt_amount + case when t.bought then 0 else t.fee end as value) v
  join member m on m.wallet_address = t.address
 where t.status = 'final' and t.block_time >= m.wallet_bound_at
 group by 1, 2;
insert into performance_day (member_id, day, kind, amount)
select m.id, floor(extract(epoch from now()) / 86400)::integer, 'liquidity',
    sum(p.counted - p.counted % 1000000000000)
  from liquidity_position p join member m on m.wallet_address = p.address
 where p.counted >= 1000000000000
 group by 1;

revoke all on performance_day, team_change, team_figure, team_day, team_round, team_page from openmere_app;
grant select, insert, update on performance_day, team_figure, team_day, team_page to openmere_app;
grant select, insert, delete on team_change to openmere_app;
grant select, update on team_round to openmere_app;
grant select on performance_day, team_change, team_figure, team_day, team_round, team_page to openmere_readonly;

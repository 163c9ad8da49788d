-- EQUITY for new money that stays (rulebook §8), and shares that stay because a hold was re-added (§6).
-- The indexer writes all of these, but equity_stake.mark and settled_day, which the settler writes; the api reads them.

-- Whether an adding counts towards EQUITY: its wallet was a member's, who may do more than leave, when it became final.
alter table liquidity_record add column earns boolean not null default false;
-- Removal of the shares as they are, while the pool's dollar is frozen.
alter table liquidity_record drop constraint liquidity_record_type_check;
alter table liquidity_record add constraint liquidity_record_type_check
  check (type in ('add', 'remove', 'readd', 'release', 'redeem', 'inkind'));

-- What of the address's paid-in value counts: that of the addings that earn, less the part that was removed.
alter table liquidity_position add column counted numeric(80, 0) not null default 0 check (counted >= 0);

-- LP of an address that cannot be removed before `free_at`, because it came of re-adding a hold of that time.
create table liquidity_lock (
  chain_id integer not null,
  address text not null,
  free_at timestamptz not null,
  lp numeric(78, 0) not null check (lp > 0),
  primary key (chain_id, address, free_at),
  foreign key (chain_id, address) references liquidity_position (chain_id, address)
);

-- Per person: what counts of all their wallets now, the highest sum that EQUITY was ever granted for, and the last UTC day
-- that is settled. `changed_day` is the newest day in equity_day. Days are whole ones since 1970.
create table equity_stake (
  person_id text primary key references equity_person,
  paid numeric(80, 0) not null default 0 check (paid >= 0),
  mark numeric(80, 0) not null default 0 check (mark >= 0),
  settled_day integer not null,
  changed_day integer not null
);
-- Who is to be settled: somebody changed on the day before the first unsettled one, or later.
create index equity_stake_due on equity_stake (settled_day) where changed_day >= settled_day;

-- The days on which a person's sum changed: the lowest that it was, and what it ended with. `member_id` brought or took last.
create table equity_day (
  person_id text not null references equity_stake,
  day integer not null,
  lowest numeric(80, 0) not null check (lowest >= 0),
  closing numeric(80, 0) not null check (closing >= lowest),
  member_id text not null references member,
  primary key (person_id, day)
);

create function equity_stake_guard() returns trigger language plpgsql as $$
begin
  if new.person_id <> old.person_id or new.mark < old.mark or new.settled_day < old.settled_day then
    raise exception 'equity_stake: the mark and the settled day only grow' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger equity_stake_guard before update on equity_stake for each row execute function equity_stake_guard();
create trigger equity_stake_never_removed before delete on equity_stake for each row execute function equity_never_removed();
create trigger equity_stake_no_truncate before truncate on equity_stake
  for each statement execute function equity_never_removed();

-- Until now EQUITY was granted at once, for each adding: all of that is below the mark, so nothing is earned twice.
update liquidity_position p set counted = p.paid_value from member m where m.wallet_address = p.address;
insert into equity_stake (person_id, paid, mark, settled_day, changed_day)
select s.person_id, s.paid, greatest(s.paid, s.granted_for), s.day, s.day from (
  select h.person_id,
    coalesce((select sum(p.counted) from equity_holder w join member m on m.id = w.member_id
      join liquidity_position p on p.address = m.wallet_address where w.person_id = h.person_id), 0) as paid,
    coalesce((select sum(g.value) from equity_grant g join equity_holder w on w.member_id = g.member_id
      where w.person_id = h.person_id), 0) as granted_for,
    (now() at time zone 'utc')::date - date '1970-01-01' - 1 as day
  from (select distinct person_id from equity_holder) h) s;
insert into equity_day (person_id, day, lowest, closing, member_id)
select s.person_id, s.changed_day, s.paid, s.paid, s.person_id from equity_stake s;

-- While the guard has paused OUSD, removing pays USDT and nothing is held: since when, by the chain. Written by the indexer.
create table liquidity_lift (
  chain_id integer primary key,
  since timestamptz not null
);
grant select, insert, update, delete on liquidity_lift to openmere_app;
grant select, insert, update, delete on liquidity_lock to openmere_app;
grant select, insert, update on equity_stake, equity_day to openmere_app;

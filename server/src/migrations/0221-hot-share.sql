-- How much of what members are owed lies where keys of ours can pay it out (threats I16), looked at after each comparison of
-- reserves. One row an alarm, open while `ended_at` is null. The settler writes; api (console, metrics) and settler (mail) read.
create table reserve_alarm (
  id bigint generated always as identity primary key,
  chain_id integer not null,
  coin_id text not null check (coin_id ~ '^[A-Z]{2,10}$'),
  -- `hot`: more than the allowed share · `low`: less than payouts need.
  kind text not null check (kind in ('hot', 'low')),
  -- Base units when it was last looked at: what is hot, the bound that it breaks, and what members are owed.
  hot numeric(45, 0) not null,
  bound numeric(45, 0) not null,
  liabilities numeric(45, 0) not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index reserve_alarm_open on reserve_alarm (chain_id, coin_id) where ended_at is null;
create index reserve_alarm_since on reserve_alarm (since);
revoke all on reserve_alarm from openmere_app;
grant select, insert, update on reserve_alarm to openmere_app;
grant select on reserve_alarm to openmere_readonly;

alter table alarm_told drop constraint alarm_told_kind_check;
alter table alarm_told add constraint alarm_told_kind_check check (kind in ('halt', 'contracts', 'reserve'));

-- Activity (rulebook §11): who was given which bonus, or why not.

-- Places among the first go by the order of the chain, within a block, too.
alter table member_activation add column log_index integer not null default 0 check (log_index >= 0);
create index member_activation_by_time on member_activation (final_at, block_number, log_index) where status = 'final';
-- Who is paid for by the same address; first deposits of a window.
create index deposit_by_sender on deposit (sender);
create index deposit_credited on deposit (credited_at, block_number, log_index) where status = 'credited';

-- One activity; its row is locked while places are given, so that two settlers give each of them once.
create table activity_round (
  starts_at timestamptz primary key,
  opened_at timestamptz not null default now()
);

create table activity_bonus (
  id text primary key check (id ~ '^bon_[0-9a-z]{26}$'),
  round timestamptz not null references activity_round,
  kind text not null check (kind in ('first', 'deposit')),
  member_id text not null references member,
  family_id text not null references member,
  status text not null check (status in ('held', 'given', 'refused')),
  reason text check (reason in ('exitonly', 'family', 'device', 'payer', 'full', 'notkept')),
  -- When it happened, by the chain.
  happened_at timestamptz not null,
  place integer check (place > 0),
  -- USDT base units: the deposit, and the lowest available balance since, at most the deposit.
  deposit_id text references deposit,
  amount numeric(38, 0) check (amount > 0),
  kept numeric(38, 0) check (kept >= 0),
  due_at timestamptz,
  -- Bonus power that was given, in base units.
  power numeric(38, 0) not null default 0 check (power >= 0),
  decided_at timestamptz not null,
  -- When the reward that is claimed was made of it.
  rewarded_at timestamptz check (rewarded_at is null or status = 'given'),
  constraint activity_bonus_once unique (round, kind, member_id),
  constraint activity_bonus_says_why check ((status = 'refused') = (reason is not null)),
  constraint activity_bonus_gives check ((status = 'given') = (power > 0)),
  constraint activity_bonus_place check ((place is not null) = (kind = 'first' and status = 'given')),
  constraint activity_bonus_deposit check ((kind = 'deposit') = (deposit_id is not null)
    and (kind = 'deposit') = (amount is not null) and (kind = 'deposit') = (kept is not null)
    and (kind = 'deposit') = (due_at is not null)),
  constraint activity_bonus_keeps check (kept <= amount)
);
-- No place twice; one bonus of a kind per person, ever.
create unique index activity_bonus_by_place on activity_bonus (round, place) where place is not null;
create unique index activity_bonus_of_family on activity_bonus (kind, family_id) where status <> 'refused';
create index activity_bonus_of_member on activity_bonus (member_id, kind);
create index activity_bonus_unrewarded on activity_bonus (id) where status = 'given' and rewarded_at is null;
create index activity_bonus_held on activity_bonus (id) where status = 'held';

-- What was given or refused stays, but for its reward; a held one may only lose, and end.
create function activity_bonus_guard() returns trigger language plpgsql as $$
begin
  if old.status <> 'held' and old.rewarded_at is null and to_jsonb(new) - 'rewarded_at' = to_jsonb(old) - 'rewarded_at' then
    return new;
  end if;
  if old.status <> 'held' or new.kept > old.kept
     or (new.id, new.round, new.kind, new.member_id, new.family_id, new.happened_at, new.deposit_id, new.amount, new.due_at)
       is distinct from (old.id, old.round, old.kind, old.member_id, old.family_id, old.happened_at, old.deposit_id, old.amount,
         old.due_at) then
    raise exception 'activity_bonus: what was decided stays' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger activity_bonus_guard before update on activity_bonus for each row execute function activity_bonus_guard();
create function activity_never_removed() returns trigger language plpgsql as $$
begin
  raise exception '%: rows are never removed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger activity_bonus_never_removed before delete on activity_bonus for each row execute function activity_never_removed();
create trigger activity_bonus_no_truncate before truncate on activity_bonus
  for each statement execute function activity_never_removed();

grant select, insert, update on activity_round, activity_bonus to openmere_app;
grant select on activity_round, activity_bonus to openmere_readonly;

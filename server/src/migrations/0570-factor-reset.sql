-- Who lost the authenticator app and the recovery codes asks to have the second factor taken off. After a waiting time, in which the
-- owner can refuse, two operators do it (docs/decisions/0157).
create table factor_reset (
  id text primary key check (id ~ '^frs_[0-9a-z]{26}$'),
  member_id text not null references member,
  -- What the request was proved by, and where it came from.
  proof text not null check (proof in ('mail', 'wallet')),
  device text not null check (length(device) <= 400),
  device_hash text not null,
  ip inet not null,
  ip_prefix text not null,
  ip_country text,
  asked_at timestamptz not null,
  -- No operator can do it before.
  ready_at timestamptz not null check (ready_at > asked_at),
  state text not null default 'open' check (state in ('open', 'done', 'declined', 'refused', 'found', 'frozen')),
  ended_at timestamptz,
  maker_id text references operator,
  -- Looked at when the transaction ends: in a dry run, which is taken back, the second person is nobody yet.
  checker_id text references operator deferrable initially deferred,
  -- For operators; the reason of a proposal stands in the proposal.
  reason text not null default '',
  constraint factor_reset_ended check ((state = 'open') = (ended_at is null)),
  constraint factor_reset_two check (case state
    when 'done' then maker_id is not null and checker_id is not null and maker_id <> checker_id
    when 'declined' then maker_id is not null and checker_id is null
    else maker_id is null and checker_id is null end)
);
create unique index factor_reset_open on factor_reset (member_id) where state = 'open';
create index factor_reset_of_member on factor_reset (member_id, id desc);
create index factor_reset_by_state on factor_reset (state, id);
create index factor_reset_that_ended on factor_reset (ended_at) where state <> 'open';

-- It ends once, and what was asked stays.
create function factor_reset_guard() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or new.state = 'open'
    or (new.id, new.member_id, new.proof, new.device, new.device_hash, new.ip, new.ip_prefix, new.ip_country, new.asked_at, new.ready_at)
      is distinct from
      (old.id, old.member_id, old.proof, old.device, old.device_hash, old.ip, old.ip_prefix, old.ip_country, old.asked_at, old.ready_at)
  then
    raise exception 'factor_reset: a request ends once, and what was asked stays' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger factor_reset_guard before update on factor_reset for each row execute function factor_reset_guard();

-- Done is what a proposal for exactly this request did, made by one operator and confirmed by another in this very transaction.
create function factor_reset_by_two() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state = 'done' and not exists (select from proposal p where p.kind = 'factorreset' and p.subject = new.id
      and p.status = 'confirmed' and p.maker_id = new.maker_id and p.checker_id = new.checker_id and p.ended_at = now()) then
    raise exception 'factor_reset: % takes two operators', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger factor_reset_by_two after insert or update on factor_reset
  deferrable initially deferred for each row execute function factor_reset_by_two();

grant select, insert, update, delete on factor_reset to openmere_app;

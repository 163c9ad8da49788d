-- Maker and checker: one operator proposes a change of money or of a rule, another one confirms what its dry run showed. The api
-- writes and reads; the agreements that halts kept by themselves are gone. What unmatched payments take stays in its own table, which
-- the guards of payouts look into.

create table proposal (
  id text primary key check (id ~ '^prp_[0-9a-z]{26}$'),
  kind text not null check (kind ~ '^[a-z]{2,20}$'),
  subject text not null,
  value text not null,
  reason text not null check (length(trim(reason)) >= 3),
  maker_id text not null references operator,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- What the dry run showed, and the SHA-256 of what it does: confirming does exactly that, or nothing.
  dry_run jsonb not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  status text not null default 'open' check (status in ('open', 'confirmed', 'refused', 'withdrawn', 'replaced')),
  -- Who confirmed, refused or took it back.
  checker_id text references operator,
  ended_at timestamptz,
  end_reason text,
  constraint proposal_two check (status not in ('confirmed', 'refused') or (checker_id is not null and checker_id <> maker_id)),
  constraint proposal_ended check ((status = 'open') = (ended_at is null)),
  constraint proposal_in_time check (status <> 'confirmed' or ended_at < expires_at)
);
-- One open proposal for one thing; a newer one replaces it.
create unique index proposal_open on proposal (kind, subject) where status = 'open';
-- The list, newest first: all, by kind, and what ended.
create index proposal_by_kind on proposal (kind, id desc);
create index proposal_that_ended on proposal (id desc) where status <> 'open';

-- What was proposed never changes, and what ended stays.
create function proposal_guard() returns trigger language plpgsql as $$
begin
  if old.status <> 'open' or (new.id, new.kind, new.subject, new.value, new.reason, new.maker_id, new.made_at, new.expires_at,
      new.dry_run, new.hash) is distinct from (old.id, old.kind, old.subject, old.value, old.reason, old.maker_id, old.made_at,
      old.expires_at, old.dry_run, old.hash) then
    raise exception 'proposal: what was proposed and what has ended stay' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger proposal_guard before update on proposal for each row execute function proposal_guard();
create trigger proposal_kept before delete on proposal for each row execute function operator_append_only();
create trigger proposal_no_truncate before truncate on proposal for each statement execute function operator_append_only();

revoke all on proposal from openmere_app;
grant select, insert on proposal to openmere_app;
grant update (status, checker_id, ended_at, end_reason) on proposal to openmere_app;
grant select on proposal to openmere_readonly;

drop table halt_approval;

-- Whoever is not the owner changes a configuration value only in the transaction that confirms a proposal for exactly that value,
-- and never what the signer's own caps, the chain and its contracts rest on. Looked at when the transaction ends, so that a dry run,
-- which is taken back, may write it.
create function config_by_two() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if pg_has_role(session_user, (select relowner from pg_class where oid = 'public.config'::regclass), 'member') then
    return null;
  end if;
  if new.idx ~ '^(signer|chain|crypto|dev|socket)[.]' or not exists (
    select from proposal p where p.kind = 'setting' and p.subject = new.idx and p.value = new.val
      and p.status = 'confirmed' and p.ended_at = now()) then
    raise exception 'config: % takes two operators', new.idx using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger config_by_two after insert or update on config
  deferrable initially deferred for each row execute function config_by_two();

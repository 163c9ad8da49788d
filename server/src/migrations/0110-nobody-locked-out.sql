-- Nobody is locked out by a stranger (rulebook §1; threats T01, T03). Everything here is read and written by the api
-- alone; the settler's cleaning removes what has ended.

-- Tries in use per pot; it drains with time (core/src/auth/pots.ts).
create table auth_pot (
  scope text primary key,
  level double precision not null check (level >= 0),
  at timestamptz not null
);
create index auth_pot_old on auth_pot (at);

-- Browsers that somebody logged in from: the keyed hash of the browser's own random cookie, and whose account it was
-- (a member's id, or the id of an operator). OWASP's device cookie.
create table auth_browser (
  browser_hash text not null,
  subject text not null check (subject ~ '^(mem|opr)_'),
  last_login_at timestamptz not null,
  primary key (browser_hash, subject)
);
create index auth_browser_old on auth_browser (last_login_at);
create index auth_browser_of_subject on auth_browser (subject);

-- Codes that were sent before live ten minutes; nobody misses them.
delete from auth_code;
drop table auth_code_sending;
drop index auth_code_live;
alter table auth_code
  -- Digits of the code: more while codes of this destination are being guessed.
  add column length smallint not null default 6 check (length in (6, 8, 12, 16)),
  -- Whose tries count against which budget: of who had proved something when they asked, or of everybody else.
  add column pot text not null default 'strangers' check (pot in ('proved', 'strangers'));
alter table auth_code alter column length drop default, alter column pot drop default;
comment on column auth_code.tries is 'wrong tries of browsers that did not ask for this code';
create index auth_code_live on auth_code (destination, purpose) where used_at is null;

-- Who asked for a code: the session, the browser, or without cookies the address and the device's name, as keyed hashes.
-- Each has its own five tries.
create table auth_code_asker (
  code_id bigint not null references auth_code on delete cascade,
  asker text not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  primary key (code_id, asker)
);

-- Codes that went to a destination: 1 a minute for each purpose, 10 an hour and 20 a day in all, in each pot on its own.
create table auth_code_mail (
  id bigint generated always as identity primary key,
  destination text not null,
  pot text not null check (pot in ('proved', 'strangers')),
  purpose text not null,
  sent_at timestamptz not null
);
create index auth_code_mail_of_destination on auth_code_mail (destination, pot, sent_at);
create index auth_code_mail_old on auth_code_mail (sent_at);

-- Wrong looks at codes of a destination, hour by hour, in units of 1e-16 of chance (core/src/auth/codes.ts).
create table auth_code_look (
  destination text not null,
  pot text not null check (pot in ('proved', 'strangers', 'others')),
  hour timestamptz not null,
  units bigint not null check (units >= 0),
  primary key (destination, pot, hour)
);
create index auth_code_look_old on auth_code_look (hour);

-- When the mailbox was last proved by this very session: the code it was registered or logged in with (15 minutes count).
alter table auth_session add column mailbox_proved_at timestamptz;

-- The way to freeze that a mail about an attack carries; and who froze.
create table auth_freeze_link (
  token_hash text primary key,
  member_id text not null references member,
  made_at timestamptz not null,
  expires_at timestamptz not null
);
create index auth_freeze_link_of_member on auth_freeze_link (member_id, made_at);
create index auth_freeze_link_expired on auth_freeze_link (expires_at);

create table auth_freeze (
  id bigint generated always as identity primary key,
  member_id text not null references member,
  frozen_at timestamptz not null,
  lifted_at timestamptz
);
create unique index auth_freeze_one on auth_freeze (member_id) where lifted_at is null;

revoke all on auth_pot, auth_browser, auth_code_asker, auth_code_mail, auth_code_look, auth_freeze_link, auth_freeze
  from openmere_app, openmere_readonly;
grant select, insert, update, delete on auth_pot, auth_browser, auth_code_asker, auth_code_look to openmere_app;
grant select, insert, delete on auth_code_mail, auth_freeze_link to openmere_app;
grant select, insert, update on auth_freeze to openmere_app;

-- A frozen family's money stays until its owner proves again: no end is known, so the lock has none. What was locked
-- before, or is locked meanwhile, is kept beside it and holds again afterwards. Read by api and signer, written by the api.
alter table ledger.outbound_lock add column kept_until timestamptz;

create or replace function ledger.set_outbound_lock(p_family text, p_until timestamptz) returns timestamptz
  language sql security definer set search_path = pg_catalog, ledger as $$
  insert into ledger.outbound_lock as l (family, locked_until) values (p_family, p_until)
  on conflict (family) do update set
    locked_until = greatest(l.locked_until, excluded.locked_until),
    kept_until = case when l.kept_until is not null then greatest(l.kept_until, excluded.locked_until) end
  returning locked_until;
$$;

create function ledger.freeze_outbound(p_family text) returns void
  language sql security definer set search_path = pg_catalog, ledger as $$
  insert into ledger.outbound_lock as l (family, locked_until, kept_until)
  values (p_family, '9999-12-31T00:00:00Z', now())
  on conflict (family) do update set
    locked_until = '9999-12-31T00:00:00Z', kept_until = coalesce(l.kept_until, l.locked_until);
$$;

create function ledger.thaw_outbound(p_family text) returns void
  language sql security definer set search_path = pg_catalog, ledger as $$
  update ledger.outbound_lock set locked_until = kept_until, kept_until = null
  where family = p_family and kept_until is not null;
$$;

grant update (kept_until) on ledger.outbound_lock to openmere_ledger;
grant create on schema ledger to openmere_ledger;
alter function ledger.freeze_outbound owner to openmere_ledger;
alter function ledger.thaw_outbound owner to openmere_ledger;
revoke create on schema ledger from openmere_ledger;
revoke execute on function ledger.freeze_outbound, ledger.thaw_outbound from public;
grant execute on function ledger.freeze_outbound, ledger.thaw_outbound to openmere_app;

-- Operators' tries are counted in auth_pot now.
drop table operator_attempt;

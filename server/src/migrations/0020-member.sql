-- Members: who they are, who invited them, and what binds for ever (rulebook §1; threats T11, T17, T26; I18, I19, I24).
-- Bindings that may never change are held here, not in the program: wallet, country, inviter, invitation code, activation.

create table member (
  id text primary key check (id ~ '^mem_[0-9a-z-]{1,64}$'),
  -- Order of registration: an inviter always has a smaller serial, so it is a topological order of the tree.
  serial bigint generated always as identity unique,
  -- The main account of a sub-account; null for a main account. family = coalesce(main_id, id).
  main_id text references member,
  username text check (char_length(username) between 3 and 32),
  -- Lower-cased user name: unique whatever the case.
  username_key text unique,
  nickname text not null check (char_length(nickname) between 1 and 200),
  -- Skeleton of the nickname (core/member/nickname.ts): look-alikes share it, so they collide.
  nickname_key text not null unique,
  avatar text not null default '',
  email text unique check (email = lower(email)),
  phone text unique,
  country text check (country ~ '^[A-Z]{2}$'),
  wallet_address text unique check (wallet_address ~ '^0x[0-9a-f]{40}$'),
  wallet_bound_at timestamptz,
  invitation_code text not null unique check (invitation_code ~ '^[0-9A-HJKMNP-TV-Z]{6}$'),
  inviter_id text references member,
  registered_at timestamptz not null default now(),
  activated_at timestamptz,
  -- The person may only leave: log in, read, export, withdraw to the bound wallet.
  exit_only boolean not null default false,
  antiphishing text not null default '',
  -- Language of the last visit, for mails and notices.
  locale text not null default 'en',
  vip_level smallint not null default 0 check (vip_level between 0 and 6),
  constraint member_no_self_invitation check (inviter_id is distinct from id),
  constraint member_wallet_has_time check ((wallet_address is null) = (wallet_bound_at is null)),
  constraint member_username_has_key check ((username is null) = (username_key is null)),
  -- I24: nobody of a barred country, and (the root apart) nobody without a country, is ever activated.
  constraint member_activated_not_barred check (
    activated_at is null
    or (coalesce(country, '') not in ('CN', 'US') and (country is not null or inviter_id is null))
  ),
  constraint member_activated_has_wallet check (activated_at is null or wallet_address is not null)
);

-- One root only: the account without an inviter.
create unique index member_one_root on member ((inviter_id is null)) where inviter_id is null;
-- Directs of a member, and sub-accounts of a main account.
create index member_by_inviter on member (inviter_id, serial);
create index member_by_main on member (main_id) where main_id is not null;

create function member_guard_insert() returns trigger language plpgsql as $$
declare parent member%rowtype;
begin
  if new.inviter_id is not null then
    -- The inviter must stand in the table before this row: even rows of one statement cannot form a ring.
    select * into parent from member where id = new.inviter_id;
    if not found then
      raise exception 'member: the inviter must exist first' using errcode = 'integrity_constraint_violation';
    end if;
    if parent.activated_at is null then
      raise exception 'member: the inviter is not activated' using errcode = 'integrity_constraint_violation';
    end if;
    if new.activated_at is not null then
      raise exception 'member: only the root is born activated' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  if new.main_id is not null and exists (select from member where id = new.main_id and main_id is not null) then
    raise exception 'member: a sub-account has no sub-accounts' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger member_guard_insert before insert on member for each row execute function member_guard_insert();

create function member_guard_update() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.inviter_id is distinct from old.inviter_id
     or new.invitation_code <> old.invitation_code or new.registered_at <> old.registered_at then
    raise exception 'member: id, inviter, invitation code and registration time never change'
      using errcode = 'integrity_constraint_violation';
  end if;
  if old.wallet_address is not null
     and (new.wallet_address is distinct from old.wallet_address or new.wallet_bound_at is distinct from old.wallet_bound_at) then
    raise exception 'member: a bound wallet never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if old.country is not null and new.country is distinct from old.country then
    raise exception 'member: a declared country never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if old.activated_at is not null and new.activated_at is distinct from old.activated_at then
    raise exception 'member: an activation never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if old.activated_at is null and new.activated_at is not null and new.exit_only then
    raise exception 'member: an exit-only account cannot be activated' using errcode = 'integrity_constraint_violation';
  end if;
  if old.main_id is distinct from new.main_id and (old.main_id is null or new.main_id is not null) then
    raise exception 'member: a sub-account can only become independent' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger member_guard_update before update on member for each row execute function member_guard_update();

create function member_guard_delete() returns trigger language plpgsql as $$
begin
  raise exception 'member: rows are never removed' using errcode = 'integrity_constraint_violation';
end $$;

create trigger member_guard_delete before delete on member for each row execute function member_guard_delete();
create trigger member_guard_truncate before truncate on member for each statement execute function member_guard_delete();

-- What the Membership contract says of an address, member of ours or not yet: a wallet may be activated on chain before
-- it is bound here, or before its owner has declared a country.
create table member_activation (
  wallet_address text primary key check (wallet_address ~ '^0x[0-9a-f]{40}$'),
  inviter_address text not null check (inviter_address ~ '^0x[0-9a-f]{40}$'),
  tx_hash text not null,
  block_number bigint not null,
  status text not null check (status in ('seen', 'final')),
  confirmations integer not null default 0 check (confirmations >= 0),
  seen_at timestamptz not null default now(),
  final_at timestamptz
);

create index member_activation_seen on member_activation (wallet_address) where status = 'seen';

create function member_activation_guard() returns trigger language plpgsql as $$
begin
  if old.status = 'final' then
    raise exception 'member_activation: what is final never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return coalesce(new, old);
end $$;

create trigger member_activation_guard before update or delete on member_activation
  for each row execute function member_activation_guard();

-- The general grants of 0001 are too wide here.
revoke all on member, member_activation from openmere_app;
grant select on member, member_activation to openmere_app, openmere_readonly;
grant insert on member to openmere_app;
grant update (main_id, username, username_key, nickname, nickname_key, avatar, email, phone, country, wallet_address,
  wallet_bound_at, activated_at, exit_only, antiphishing, locale, vip_level) on member to openmere_app;
grant insert, update, delete on member_activation to openmere_app;
-- The signer re-reads the bound address by itself.
grant select (id, main_id, wallet_address, wallet_bound_at, country, exit_only) on member to openmere_signer;

-- Shops of the mall (rulebook §12): who has one, who asks for one, and the licence pictures that they show for it.

create table shop (
  id text primary key check (id ~ '^shp_[0-9a-z]{26}$'),
  -- One shop a member.
  member_id text not null unique references member,
  name text not null check (length(name) between 2 and 160),
  -- Names that look alike are the same (core/member/nickname.ts).
  name_key text not null unique,
  logo text not null default '',
  kind text not null check (kind ~ '^[a-z]{2,20}$'),
  about text not null default '' check (length(about) <= 2000),
  -- Its owner may close it for a while; an operator may suspend it, with a reason.
  open boolean not null default true,
  state text not null default 'approved' check (state in ('approved', 'suspended')),
  reason text not null default '',
  created_at timestamptz not null default business_now(),
  constraint shop_suspended check (state = 'approved' or length(trim(reason)) >= 3)
);
create index shop_newest on shop (id desc);

create table shop_application (
  id text primary key check (id ~ '^sap_[0-9a-z]{26}$'),
  member_id text not null references member,
  name text not null check (length(name) between 2 and 160),
  name_key text not null,
  logo text not null default '',
  kind text not null check (kind ~ '^[a-z]{2,20}$'),
  -- A telephone number or an address: sealed with the field key.
  contact text not null,
  about text not null default '' check (length(about) <= 2000),
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  made_at timestamptz not null default business_now(),
  -- Who decided, when and why.
  operator_id text references operator,
  decided_at timestamptz,
  reason text not null default '',
  constraint shop_application_decided check ((state = 'pending') = (decided_at is null) and (state = 'pending') = (operator_id is null)),
  constraint shop_application_reason check (state <> 'rejected' or length(trim(reason)) >= 3)
);
-- One that waits a member and a name; the queue, oldest first; what was asked before, newest first.
create unique index shop_application_waiting on shop_application (member_id) where state = 'pending';
create unique index shop_application_name on shop_application (name_key) where state = 'pending';
create index shop_application_of_member on shop_application (member_id, id desc);
create index shop_application_by_state on shop_application (state, id desc);

-- Pictures of licences: identity data. Encrypted with the field key, at no address, and each look of an operator is written down.
create table shop_licence (
  id text primary key check (id ~ '^lic_[0-9a-z]{26}$'),
  member_id text not null references member,
  -- None until it is handed in; what is not handed in within a day goes.
  application_id text references shop_application,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
create index shop_licence_of_member on shop_licence (member_id, created_at);
create index shop_licence_of_application on shop_licence (application_id, id) where application_id is not null;

-- What was asked for and what was decided stay.
create function shop_application_guard() returns trigger language plpgsql as $$
begin
  if old.state <> 'pending' or (new.id, new.member_id, new.name, new.name_key, new.logo, new.kind, new.contact, new.about, new.made_at)
      is distinct from (old.id, old.member_id, old.name, old.name_key, old.logo, old.kind, old.contact, old.about, old.made_at) then
    raise exception 'shop_application: what was asked for and what was decided stay' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger shop_application_guard before update on shop_application for each row execute function shop_application_guard();

grant select, insert, update on shop to openmere_app;
grant select, insert on shop_application to openmere_app;
grant update (state, operator_id, decided_at, reason) on shop_application to openmere_app;
grant select, insert, delete on shop_licence to openmere_app;
grant update (application_id) on shop_licence to openmere_app;
grant select on shop, shop_application to openmere_readonly;

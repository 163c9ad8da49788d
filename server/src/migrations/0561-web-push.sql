-- Web push (rulebook §13): which devices of a member take messages, and what is still to be sent to them.
create table push_subscription (
  id text primary key check (id ~ '^psh_[0-9a-z]{26}$'),
  member_id text not null,
  -- The login that asked for it: when that ends, nothing is sent there any more.
  session_id text not null,
  -- Keyed hash of the address at the browser's push service; the address and its keys are sealed.
  endpoint_hash text not null unique,
  sealed text not null,
  locale text not null check (locale in ('zh-Hans', 'zh-Hant', 'en', 'ko', 'ja', 'vi', 'ms', 'th', 'es')),
  created_at timestamptz not null default now(),
  -- How many were sent within the hour that began then: one device gets no flood.
  hour_at timestamptz not null default now(),
  hour_count integer not null default 0
);
create index push_subscription_of_member on push_subscription (member_id, id);

create table push_message (
  notice_id text not null,
  subscription_id text not null references push_subscription on delete cascade,
  attempts smallint not null default 0,
  -- It is on its device; the row stays until the other devices' are done, so that only what reached none is mailed.
  delivered boolean not null default false,
  next_at timestamptz not null default now(),
  primary key (notice_id, subscription_id)
);
create index push_message_due on push_message (next_at) where not delivered;
-- The subscriptions' removal.
create index push_message_of_subscription on push_message (subscription_id);

alter table notice_choice add column push boolean not null default true;

grant select, insert, update, delete on push_subscription, push_message to openmere_app;

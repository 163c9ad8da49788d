-- Notices (rulebook §13): what members are told personally. Kept as a template with its parameters, so that each is read in the language
-- that is asked for.
create table notice (
  id text primary key check (id ~ '^ntc_[0-9a-z]{26}$'),
  member_id text not null,
  template text not null check (template ~ '^[a-z]+(\.[a-zA-Z]+)+$'),
  params jsonb not null,
  link text check (link ~ '^/pages/'),
  -- Somebody mails the same anyway: it is not mailed once more.
  mailed boolean not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- When it was given to web push and mail, or was not wanted there.
  delivered_at timestamptz
);
-- A member's page by page; how many are unread; what is still to be delivered; what is old.
create index notice_of_member on notice (member_id, id desc);
create index notice_unread on notice (member_id) where read_at is null;
create index notice_undelivered on notice (id) where delivered_at is null;
create index notice_old on notice (created_at);

grant select, insert, update, delete on notice to openmere_app;

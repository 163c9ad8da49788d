-- Logins as their owner sees them: those that came through, and those that stopped after what the member knows was right. A wrong
-- password is not written down: strangers could fill the table with them (auth_pot counts those).
create table login_record (
  id bigint generated always as identity primary key,
  member_id text not null references member,
  at timestamptz not null,
  kind text not null check (kind in ('mail', 'password', 'wallet', 'register', 'passkey')),
  -- It stopped: a mailed code or the second factor was missing or wrong.
  stopped boolean not null,
  -- The device was not seen before.
  is_new boolean not null,
  device text not null check (length(device) <= 400),
  device_hash text not null,
  ip inet not null,
  ip_country text
);
-- The list of a member, newest first.
create index login_record_of_member on login_record (member_id, id desc);
-- What is old is removed.
create index login_record_at on login_record (at);
grant select, insert, delete on login_record to openmere_app;

-- A code that confirms a login by password from somewhere unknown. Who asks for it has shown the password: their tries and mails
-- are counted apart, so that strangers use up nothing of them, nor they of the owner's.
alter table auth_code drop constraint auth_code_purpose_check;
alter table auth_code add constraint auth_code_purpose_check
  check (purpose in ('login', 'register', 'bind', 'password', 'paypassword', 'wallet', 'phone', 'device'));
alter table auth_code drop constraint auth_code_pot_check;
alter table auth_code_mail drop constraint auth_code_mail_pot_check;
alter table auth_code_look drop constraint auth_code_look_pot_check;
alter table auth_code add constraint auth_code_pot_check check (pot in ('proved', 'password', 'unproved'));
alter table auth_code_mail add constraint auth_code_mail_pot_check check (pot in ('proved', 'password', 'unproved'));
alter table auth_code_look add constraint auth_code_look_pot_check
  check (pot in ('proved', 'password', 'unproved', 'others'));

-- The person behind an account, for caps, bonuses and limits: given at birth by the main account and never changed, so that
-- becoming independent gives nobody a second cap (T16). main_id, which locks and switching go by, may end; this does not.
alter table member add column person_id text references member;
update member set person_id = coalesce(main_id, id);
alter table member alter column person_id set not null;
create index member_by_person on member (person_id);

create function member_person() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.person_id := coalesce(new.person_id, (select m.person_id from member m where m.id = new.main_id), new.id);
  elsif new.person_id <> old.person_id then
    raise exception 'member: the person behind an account never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
revoke execute on function member_person() from public;
create trigger member_person before insert or update on member for each row execute function member_person();
-- Also where rows are filled in with triggers off, as a restored backup is: no account is without its person.
alter table member enable always trigger member_person;
grant select (person_id) on member to openmere_signer;

-- Who asked for which sub-account: the same request answers the same account.
create table sub_account (
  member_id text primary key references member,
  main_id text not null references member,
  request_id uuid not null,
  request_hash text not null,
  created_at timestamptz not null default now(),
  unique (main_id, request_id)
);

-- A session that was opened by switching hangs on the one that it was opened from: it ends with it, and no later.
alter table auth_session add column opened_by text references auth_session on delete cascade;
create unique index auth_session_opened on auth_session (opened_by, member_id) where revoked_at is null and opened_by is not null;
create index auth_session_opened_by on auth_session (opened_by) where opened_by is not null;
alter table auth_session drop constraint auth_session_kind_check;
alter table auth_session add constraint auth_session_kind_check check (kind in ('mail', 'password', 'wallet', 'register', 'switch'));

create function auth_session_end_opened() returns trigger language plpgsql as $$
begin
  update auth_session set revoked_at = new.revoked_at where opened_by = new.id and revoked_at is null;
  return null;
end $$;
revoke execute on function auth_session_end_opened() from public;
create trigger auth_session_end_opened after update of revoked_at on auth_session for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function auth_session_end_opened();

-- Pictures that only an operator with a reason may see: licences of shops, identity documents, slips. Encrypted with the field key, at
-- no address (decision 0118). One table for all kinds; each look is written down by the domain that the picture belongs to.
create table sealed_picture (
  id text primary key check (id ~ '^[a-z]{3}_[0-9a-z]{26}$'),
  member_id text not null references member,
  kind text not null check (kind ~ '^[a-z]{1,20}$'),
  -- The record that it was handed in with. None until then; what is not handed in within a day goes.
  subject_id text,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
-- The quota of a member; the pictures of a record.
create index sealed_picture_of_member on sealed_picture (member_id, kind, created_at);
create index sealed_picture_of_subject on sealed_picture (subject_id, kind, id) where subject_id is not null;

insert into sealed_picture (id, member_id, kind, subject_id, sealed, created_at)
  select id, member_id, 'licence', application_id, sealed, created_at from shop_licence;
drop table shop_licence;

-- What was handed in stays with its record.
create function sealed_picture_guard() returns trigger language plpgsql as $$
begin
  if old.subject_id is not null or (new.id, new.member_id, new.kind, new.sealed, new.created_at)
      is distinct from (old.id, old.member_id, old.kind, old.sealed, old.created_at) then
    raise exception 'sealed_picture: a picture is handed in once and never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger sealed_picture_guard before update on sealed_picture for each row execute function sealed_picture_guard();

grant select, insert, delete on sealed_picture to openmere_app;
grant update (subject_id) on sealed_picture to openmere_app;

-- Identity checks: a document and a selfie, decided by an operator. One of a family at a time; one document, one person. Pictures are
-- sealed pictures of kind 'identity'; they, the number and the date of birth go some time after the decision, which stays.
create table identity_check (
  id text primary key check (id ~ '^idc_[0-9a-z]{26}$'),
  member_id text not null references member,
  family_id text not null references member,
  state text not null default 'started' check (state in ('started', 'pending', 'approved', 'rejected')),
  kind text not null check (kind in ('passport', 'idcard', 'licence', 'residence')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- Sealed with the field key; number and birth are empty once wiped.
  name text not null,
  number text not null,
  birth text not null,
  -- Keyed fingerprint of country, kind and number: the same document is found again, and nobody can guess it from the table.
  number_key text not null,
  made_at timestamptz not null default business_now(),
  sent_at timestamptz,
  -- Who looked last: only who has looked decides.
  looked_by text references operator,
  operator_id text references operator,
  decided_at timestamptz,
  cause text check (cause in ('unreadable', 'expired', 'mismatch', 'face', 'incomplete', 'kind', 'other')),
  reason text not null default '',
  note text not null default '',
  wiped_at timestamptz,
  check ((state in ('approved', 'rejected')) = (decided_at is not null)),
  check ((state = 'rejected') = (cause is not null)),
  check ((state = 'started') = (sent_at is null))
);
-- One that is open and one that holds, of a person; one person of a document.
create unique index identity_check_open on identity_check (family_id) where state in ('started', 'pending');
create unique index identity_check_holds on identity_check (family_id) where state = 'approved';
create unique index identity_check_person on identity_check (number_key) where state = 'approved';
-- What was sent before; the queue; the same document elsewhere; what has to be wiped.
create index identity_check_of_family on identity_check (family_id, id desc);
create index identity_check_by_state on identity_check (state, id);
create index identity_check_by_number on identity_check (number_key, id);
create index identity_check_to_wipe on identity_check (coalesce(decided_at, made_at)) where wiped_at is null and state <> 'pending';

-- What was handed in and what was decided stay; wiping only empties.
create function identity_check_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.member_id, new.family_id, new.kind, new.country, new.name, new.number_key, new.made_at)
      is distinct from (old.id, old.member_id, old.family_id, old.kind, old.country, old.name, old.number_key, old.made_at)
    or (new.number is distinct from old.number and new.number <> '') or (new.birth is distinct from old.birth and new.birth <> '')
    or (old.decided_at is not null and (new.state, new.operator_id, new.decided_at, new.cause, new.reason, new.note)
      is distinct from (old.state, old.operator_id, old.decided_at, old.cause, old.reason, old.note))
    or (old.state, new.state) not in (('started', 'started'), ('started', 'pending'), ('pending', 'pending'), ('pending', 'approved'),
      ('pending', 'rejected'), ('approved', 'approved'), ('rejected', 'rejected')) then
    raise exception 'identity_check: what was handed in and what was decided stay' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger identity_check_guard before update on identity_check for each row execute function identity_check_guard();

grant select, insert, delete on identity_check to openmere_app;
grant update (state, sent_at, looked_by, operator_id, decided_at, cause, reason, note, number, birth, wiped_at) on identity_check to openmere_app;
-- What was uploaded and never handed in.
create index sealed_picture_left on sealed_picture (kind, created_at) where subject_id is null;

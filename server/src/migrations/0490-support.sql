-- Help (rulebook §13): tickets with their messages, and feedback.

create table ticket (
  id text primary key check (id ~ '^tkt_[0-9a-z]{26}$'),
  member_id text not null references member,
  -- The client's key: one request opens one ticket; the hash says what was asked.
  request_id uuid not null,
  request_hash text not null check (request_hash ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind ~ '^[a-z]{4,12}$'),
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  -- The record that it is about, as it was when the ticket was opened; none for a question.
  facts jsonb,
  -- What the member read then: whoever answers writes in it.
  lang text not null check (length(lang) between 2 and 10),
  -- The operator who has taken it.
  assigned_to text references operator,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  -- Since when support has to answer.
  waiting_since timestamptz,
  closed_at timestamptz,
  -- The last message, for lists; answers that the member has not read.
  preview text not null,
  preview_by text not null check (preview_by in ('member', 'staff')),
  unread integer not null default 0 check (unread >= 0),
  constraint ticket_request unique (member_id, request_id),
  constraint ticket_waits check ((waiting_since is not null) = (status = 'open')),
  constraint ticket_closes check ((closed_at is not null) = (status = 'closed'))
);
create index ticket_of_member on ticket (member_id, updated_at desc, id desc);
create index ticket_living on ticket (member_id) where status <> 'closed';
create index ticket_queue on ticket (waiting_since, id) where status = 'open';
create index ticket_by_status on ticket (status, updated_at desc, id desc);

create table ticket_message (
  id text primary key check (id ~ '^tms_[0-9a-z]{26}$'),
  ticket_id text not null references ticket,
  at timestamptz not null,
  -- A note is for operators only.
  by text not null check (by in ('member', 'staff', 'note')),
  -- Who of the operators wrote it.
  operator_id text references operator,
  text text not null check (length(text) between 1 and 8000),
  pictures text[] not null default '{}',
  request_id uuid,
  constraint ticket_message_request unique (ticket_id, request_id),
  constraint ticket_message_operator check ((operator_id is not null) = (by <> 'member'))
);
create index ticket_message_of_ticket on ticket_message (ticket_id, id desc);
-- A member's messages of an hour are counted.
create table ticket_writing (
  member_id text not null references member,
  at timestamptz not null
);
create index ticket_writing_of_member on ticket_writing (member_id, at);

create table feedback (
  id text primary key check (id ~ '^fbk_[0-9a-z]{26}$'),
  -- None for a visitor.
  member_id text references member,
  request_id uuid not null unique,
  at timestamptz not null,
  text text not null check (length(text) between 1 and 8000),
  contact text not null default '' check (length(contact) <= 480),
  pictures text[] not null default '{}',
  lang text not null check (length(lang) between 2 and 10),
  read_by text references operator,
  read_at timestamptz,
  constraint feedback_read check ((read_by is null) = (read_at is null))
);
create index feedback_unread on feedback (id) where read_at is null;
create index feedback_seen on feedback (id desc) where read_at is not null;
create index feedback_of_member on feedback (member_id, at);

-- What was asked stays as it was asked.
create function ticket_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.member_id, new.request_id, new.request_hash, new.kind, new.facts, new.lang, new.opened_at) is distinct from
     (old.id, old.member_id, old.request_id, old.request_hash, old.kind, old.facts, old.lang, old.opened_at) then
    raise exception 'ticket: what was asked stays' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger ticket_guard before update on ticket for each row execute function ticket_guard();

grant select, insert, update on ticket to openmere_app;
grant select, insert on ticket_message to openmere_app;
grant select, insert, delete on ticket_writing to openmere_app;
grant select, insert on feedback to openmere_app;
grant update (read_by, read_at) on feedback to openmere_app;
grant select on ticket, ticket_message, feedback to openmere_readonly;

-- Whom a member pays again: a name of their own for an invitation code or a deposit address. Only its member reads it.
create table transfer_contact (
  member_id text not null references member (id),
  -- In the one spelling of core/transfer `normaliseTarget`.
  target text not null check (char_length(target) between 4 and 64),
  name text not null check (char_length(name) between 1 and 40),
  saved_at timestamptz not null default now(),
  primary key (member_id, target)
);

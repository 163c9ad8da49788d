-- Which notices a member wants by mail, by kind; without a row, all of them. What concerns safety is always mailed.
create table notice_choice (
  member_id text not null,
  kind text not null check (kind in ('money', 'orders', 'service', 'account')),
  mail boolean not null,
  changed_at timestamptz not null default now(),
  primary key (member_id, kind)
);
grant select, insert, update on notice_choice to openmere_app;

-- Alarms that were mailed to people, each once; the settler writes.
create table alarm_told (
  -- `halt` (its id) or `contracts` (chain, transaction and place of the event).
  kind text not null check (kind in ('halt', 'contracts')),
  subject text not null,
  told_at timestamptz not null default now(),
  primary key (kind, subject)
);
revoke all on alarm_told from openmere_app;
grant select, insert on alarm_told to openmere_app;

-- What calls people goes before everything else that waits to be mailed.
alter table mail_outbox add column urgent boolean not null default false;
drop index mail_outbox_due;
create index mail_outbox_due on mail_outbox (urgent desc, next_at) where dead_at is null;

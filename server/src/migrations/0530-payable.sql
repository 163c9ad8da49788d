-- Where members are paid to outside the chain: bank accounts, Alipay, other services. What was typed is sealed as a whole; an account is
-- replaced by another row and never edited, so that whoever pays pays to what was proved.
create table payable (
  id text primary key check (id ~ '^pay_[0-9a-z]{26}$'),
  member_id text not null references member,
  kind text not null check (kind in ('bank', 'alipay', 'other')),
  -- Holder, bank, account and BIC, sealed with the field key.
  sealed text not null,
  -- Keyed fingerprint of kind, bank and account: one member has the same account once, and nobody can guess it from the table.
  account_key text not null,
  made_at timestamptz not null default now(),
  unique (member_id, account_key)
);
create index payable_of_member on payable (member_id, id desc);
create unique index payable_alipay on payable (member_id) where kind = 'alipay';

grant select, insert, delete on payable to openmere_app;

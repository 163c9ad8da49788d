-- Depositing bank money (rulebook §4): currencies and their rates, our bank accounts, orders of members with their slips, lines of
-- imported statements, and what was credited for them. Amounts of bank money are in the smallest units of their currency.

create table fiat_currency (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  decimals integer not null check (decimals between 0 and 4)
);

-- Every rate that ever was: the newest of a currency holds.
create table fiat_rate (
  id text primary key check (id ~ '^frt_[0-9a-z]{26}$'),
  currency text not null references fiat_currency,
  -- Units of the currency for one USDT, 18 places.
  price_e18 numeric(38, 0) not null check (price_e18 > 0),
  spread_bps integer not null check (spread_bps between 0 and 2000),
  made_at timestamptz not null default business_now(),
  -- None: made with a development installation. A large step has a second.
  operator_id text references operator,
  second_id text references operator deferrable initially deferred,
  constraint fiat_rate_two check (second_id is null or second_id <> operator_id)
);
create index fiat_rate_newest on fiat_rate (currency, id desc);

create table fiat_bank (
  id text primary key check (id ~ '^fba_[0-9a-z]{26}$'),
  currency text not null references fiat_currency,
  name text not null check (length(name) between 2 and 80),
  holder text not null check (length(holder) between 2 and 80),
  account text not null check (length(account) between 4 and 40),
  bic text not null check (bic ~ '^([A-Z0-9]{8}|[A-Z0-9]{11})?$'),
  open boolean not null,
  changed_at timestamptz not null default business_now(),
  -- None: made with a development installation.
  maker_id text references operator,
  checker_id text references operator deferrable initially deferred
);

-- Members send their money there: only as a proposal says that two people agreed to, or by the installation.
create function fiat_bank_by_two() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if pg_has_role(session_user, (select relowner from pg_class where oid = 'public.fiat_bank'::regclass), 'member') then
    return null;
  end if;
  if not exists (select from proposal p where p.kind = 'fiatbank' and p.status = 'confirmed' and p.ended_at = now()
      and p.maker_id = new.maker_id and p.checker_id = new.checker_id and p.maker_id <> p.checker_id
      and p.value::jsonb = jsonb_build_object('currency', new.currency, 'name', new.name, 'holder', new.holder,
        'account', new.account, 'bic', new.bic, 'open', new.open)) then
    raise exception 'fiat_bank: % takes two operators', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke execute on function fiat_bank_by_two() from public;
create constraint trigger fiat_bank_by_two after insert or update on fiat_bank
  deferrable initially deferred for each row execute function fiat_bank_by_two();

create table fiat_order (
  id text primary key check (id ~ '^fio_[0-9a-z]{26}$'),
  member_id text not null references member,
  -- The person, for limits.
  family_id text not null references member,
  request_id uuid not null,
  request_hash text not null,
  bank_id text not null references fiat_bank,
  -- The bank's details as they were shown: what is changed later is another order's.
  bank_name text not null,
  holder text not null,
  account text not null,
  bic text not null,
  currency text not null references fiat_currency,
  decimals integer not null,
  amount numeric(38, 0) not null check (amount > 0),
  -- Base units, at the quoted rate.
  usdt numeric(38, 0) not null check (usdt > 0),
  rate_id text not null references fiat_rate,
  price_e18 numeric(38, 0) not null check (price_e18 > 0),
  spread_bps integer not null,
  payer text not null check (length(payer) between 2 and 70),
  reference text not null unique check (reference ~ '^OM[2-9A-HJKMNP-Z]{9}$'),
  status text not null default 'open' check (status in ('open', 'slip', 'matched', 'credited', 'rejected', 'expired')),
  -- Its money came after it had expired.
  late boolean not null default false,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  reason text not null default '',
  ended_at timestamptz,
  constraint fiat_order_once unique (member_id, request_id),
  constraint fiat_order_rejected check (status <> 'rejected' or length(trim(reason)) >= 3),
  constraint fiat_order_ended check ((status in ('credited', 'rejected', 'expired')) = (ended_at is not null))
);
create index fiat_order_of_member on fiat_order (member_id, id desc);
create index fiat_order_of_family on fiat_order (family_id, made_at);
create index fiat_order_by_status on fiat_order (status, id desc);
create index fiat_order_due on fiat_order (expires_at) where status = 'open';

create function fiat_order_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.member_id, new.family_id, new.request_id, new.request_hash, new.bank_id, new.bank_name, new.holder, new.account, new.bic,
      new.currency, new.decimals, new.amount, new.usdt, new.rate_id, new.price_e18, new.spread_bps, new.payer, new.reference, new.made_at,
      new.expires_at)
      is distinct from (old.id, old.member_id, old.family_id, old.request_id, old.request_hash, old.bank_id, old.bank_name, old.holder,
        old.account, old.bic, old.currency, old.decimals, old.amount, old.usdt, old.rate_id, old.price_e18, old.spread_bps, old.payer,
        old.reference, old.made_at, old.expires_at)
     or old.status in ('credited', 'rejected') then
    raise exception 'fiat_order: what was ordered and what was decided stay' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger fiat_order_guard before update on fiat_order for each row execute function fiat_order_guard();

create table fiat_import (
  id text primary key check (id ~ '^fim_[0-9a-z]{26}$'),
  bank_id text not null references fiat_bank,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  format text not null check (format in ('csv', 'camt')),
  lines integer not null check (lines >= 0),
  fresh integer not null check (fresh >= 0),
  operator_id text not null references operator,
  made_at timestamptz not null default business_now()
);

-- Money that came to an account of ours. The same line is the same whatever file it comes in, and however often.
create table fiat_line (
  id text primary key check (id ~ '^fln_[0-9a-z]{26}$'),
  bank_id text not null references fiat_bank,
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  import_id text not null references fiat_import,
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  currency text not null references fiat_currency,
  decimals integer not null,
  amount numeric(38, 0) not null check (amount > 0),
  bank_ref text not null,
  name text not null,
  account text not null,
  text text not null,
  status text not null default 'open' check (status in ('open', 'suspense', 'credited', 'returned')),
  -- The order whose reference it says: nobody else's line is for it, and it is for nobody else's order.
  order_id text unique references fiat_order,
  -- Whose it is, where that is known; stays when the order is rejected.
  member_id text references member,
  -- Base units of USDT that it stands for in suspense.
  suspended numeric(38, 0) check (suspended > 0),
  note text not null default '',
  imported_at timestamptz not null default business_now(),
  ended_at timestamptz,
  constraint fiat_line_once unique (bank_id, fingerprint),
  constraint fiat_line_suspended check (status <> 'suspense' or suspended is not null),
  constraint fiat_line_ended check ((status in ('credited', 'returned')) = (ended_at is not null))
);
create index fiat_line_newest on fiat_line (id desc);
create index fiat_line_by_status on fiat_line (status, id desc);
create index fiat_line_unclaimed on fiat_line (imported_at) where status = 'open' and order_id is null;

create function fiat_line_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.bank_id, new.fingerprint, new.import_id, new.day, new.currency, new.decimals, new.amount, new.bank_ref, new.name,
      new.account, new.text, new.imported_at)
      is distinct from (old.id, old.bank_id, old.fingerprint, old.import_id, old.day, old.currency, old.decimals, old.amount, old.bank_ref,
        old.name, old.account, old.text, old.imported_at)
     or old.status in ('credited', 'returned')
     or (old.suspended is not null and new.suspended is distinct from old.suspended) then
    raise exception 'fiat_line: what a bank said and what was decided stay' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger fiat_line_guard before update on fiat_line for each row execute function fiat_line_guard();

-- What was credited: a line once, an order once, by two operators.
create table fiat_credit (
  line_id text primary key references fiat_line,
  order_id text not null unique references fiat_order,
  -- Base units.
  usdt numeric(38, 0) not null check (usdt > 0),
  maker_id text not null references operator,
  checker_id text not null references operator deferrable initially deferred,
  made_at timestamptz not null default business_now(),
  constraint fiat_credit_two check (maker_id <> checker_id)
);

create function fiat_credit_by_two() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from proposal p where p.kind = 'fiatcredit' and p.subject = new.line_id and p.value = new.order_id
      and p.status = 'confirmed' and p.ended_at = now() and p.maker_id = new.maker_id and p.checker_id = new.checker_id) then
    raise exception 'fiat_credit: % takes two operators', new.line_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke execute on function fiat_credit_by_two() from public;
create constraint trigger fiat_credit_by_two after insert on fiat_credit
  deferrable initially deferred for each row execute function fiat_credit_by_two();

create function fiat_return_by_two() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from proposal p where p.kind = 'fiatreturn' and p.subject = new.id
      and p.status = 'confirmed' and p.ended_at = now() and p.maker_id <> p.checker_id) then
    raise exception 'fiat_line: the return of % takes two operators', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke execute on function fiat_return_by_two() from public;
create constraint trigger fiat_return_by_two after update on fiat_line
  deferrable initially deferred for each row when (new.status = 'returned' and old.status <> 'returned')
  execute function fiat_return_by_two();

create function fiat_never_removed() returns trigger language plpgsql as $$
begin
  raise exception '%: rows stay', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger fiat_rate_stays before update or delete on fiat_rate for each row execute function fiat_never_removed();
create trigger fiat_order_stays before delete on fiat_order for each row execute function fiat_never_removed();
create trigger fiat_line_stays before delete on fiat_line for each row execute function fiat_never_removed();
create trigger fiat_credit_stays before update or delete on fiat_credit for each row execute function fiat_never_removed();

grant select, insert on fiat_currency, fiat_rate, fiat_import, fiat_credit to openmere_app;
grant select, insert, update on fiat_bank to openmere_app;
grant select, insert on fiat_order, fiat_line to openmere_app;
grant update (status, late, reason, ended_at) on fiat_order to openmere_app;
grant update (status, order_id, member_id, suspended, note, ended_at) on fiat_line to openmere_app;
grant select on fiat_currency, fiat_rate, fiat_bank, fiat_import, fiat_credit to openmere_readonly;

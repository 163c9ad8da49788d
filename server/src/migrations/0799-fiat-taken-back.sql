-- What a bank takes back after it came (decision 0311): what its statement says of a line, and what two operators book for one that
-- was credited. The member keeps what was credited.

-- Not kept of every line that leaves an account of ours: only of what takes a line back that came.
create table fiat_takenback (
  line_id text primary key references fiat_line,
  bank_id text not null references fiat_bank,
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  import_id text not null references fiat_import,
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  bank_ref text not null,
  text text not null,
  constraint fiat_takenback_once unique (bank_id, fingerprint)
);

create table fiat_loss (
  line_id text primary key references fiat_credit,
  -- Base units: what the line was credited with.
  usdt numeric(38, 0) not null check (usdt > 0),
  how text not null check (length(trim(how)) >= 5),
  maker_id text not null references operator,
  checker_id text not null references operator deferrable initially deferred,
  booked_at timestamptz not null default business_now(),
  constraint fiat_loss_two check (maker_id <> checker_id)
);

create function fiat_loss_by_two() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from proposal p where p.kind = 'fiatloss' and p.subject = new.line_id and p.value = new.how
      and p.status = 'confirmed' and p.ended_at = now() and p.maker_id = new.maker_id and p.checker_id = new.checker_id) then
    raise exception 'fiat_loss: % takes two operators', new.line_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke execute on function fiat_loss_by_two() from public;
create constraint trigger fiat_loss_by_two after insert on fiat_loss
  deferrable initially deferred for each row execute function fiat_loss_by_two();
create trigger fiat_takenback_stays before update or delete on fiat_takenback for each row execute function fiat_never_removed();
create trigger fiat_loss_stays before update or delete on fiat_loss for each row execute function fiat_never_removed();

grant select, insert on fiat_takenback, fiat_loss to openmere_app;
grant select on fiat_loss to openmere_readonly;

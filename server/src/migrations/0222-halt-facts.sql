-- Why payouts are halted is kept as facts, and worded where it is read (docs/decisions/0062).

alter table ledger.halt add column facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object');
update ledger.halt set facts = jsonb_build_object('detail', reason);
alter table ledger.halt alter column facts drop default;
alter table ledger.halt drop column reason;

drop function ledger.set_halt(text, text, text);
-- Opens a reason, or says once more that it is so. @returns whether payouts were open until now.
create function ledger.set_halt(p_kind text, p_subject text, p_facts jsonb) returns boolean
  language plpgsql security definer set search_path = pg_catalog, ledger as $$
declare
  was_open boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger halt', 0));
  was_open := not exists (select from ledger.halt where ended_at is null);
  insert into ledger.halt (kind, subject, facts) values (p_kind, p_subject, p_facts)
    on conflict (kind, subject) where ended_at is null do update set facts = excluded.facts, seen_at = now();
  return was_open;
end $$;
grant create on schema ledger to openmere_ledger;
alter function ledger.set_halt owner to openmere_ledger;
revoke create on schema ledger from openmere_ledger;
revoke execute on function ledger.set_halt from public;
grant execute on function ledger.set_halt to openmere_app;

-- The same for what is doubted of a payment.
alter table unmatched_payment disable trigger unmatched_payment_guard;
update unmatched_payment set doubt = case doubt
  when 'unknown id' then 'unknownid' when 'the money was given back' then 'givenback' when 'no signed payout' then 'unsigned'
  when 'another token or receiver' then 'othertarget' when 'another amount' then 'otheramount'
  else replace(doubt, 'the withdrawal is ', '') end;
alter table unmatched_payment enable trigger unmatched_payment_guard;
alter table unmatched_payment add constraint unmatched_payment_doubt check (doubt in
  ('unknownid', 'givenback', 'unsigned', 'othertarget', 'otheramount', 'reviewing', 'approved', 'rejected', 'cancelled', 'confirmed'));

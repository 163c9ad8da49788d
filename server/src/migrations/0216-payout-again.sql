-- A payout of ours that a deep reorganisation took back, and whose nonce another transaction used since, can never be mined any more.
-- Two operators may then have it signed once more, with a new nonce. Nothing is paid twice by that: the treasury pays an id once.

-- That it is wanted, and which transaction used the first nonce. The api writes, in the transaction that confirms the proposal; the
-- signer reads, and asks the chain itself before it signs.
create table payout_again (
  withdrawal_id text primary key references payout,
  -- The operators: who proposed it, and who confirmed.
  proposed_by text not null,
  approved_by text not null,
  taken_by text not null check (taken_by ~ '^0x[0-9a-f]{64}$'),
  asked_at timestamptz not null default clock_timestamp(),
  constraint payout_again_two check (approved_by <> proposed_by)
);

-- The bytes. Only the signer writes here.
create table payout_again_attempt (
  withdrawal_id text primary key references payout_again,
  chain_id integer not null,
  payer text not null check (payer ~ '^0x[0-9a-f]{40}$'),
  nonce bigint not null check (nonce >= 0),
  raw text not null check (raw ~ '^0x[0-9a-f]+$'),
  tx_hash text not null unique check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  -- The final block at whose hash the signer read that nothing was paid and that the first transaction is impossible.
  proof_block bigint not null,
  proof_hash text not null check (proof_hash ~ '^0x[0-9a-f]{64}$'),
  signed_at timestamptz not null default clock_timestamp(),
  constraint payout_again_nonce unique (chain_id, payer, nonce)
);

-- Five looks of the settler that agree, over more than one block, none of them contradicted since; of a payout that was paid, in a
-- block that is gone, and did not come again.
create function payout_again_guard() returns trigger language plpgsql security definer set search_path = public as $$
declare
  looks integer;
  span bigint;
begin
  if not exists (
    select from withdrawal w join payout_attempt a on a.withdrawal_id = w.id
      join chain_orphan o on o.handler = 'withdrawal-paid' and o.chain_id = w.chain_id and o.tx_hash = a.tx_hash
     where w.id = new.withdrawal_id and w.status = 'confirmed' and o.returned_block is null) then
    raise exception 'payout_again: no reorganisation took it back' using errcode = 'integrity_constraint_violation';
  end if;
  select count(*), max(block_number) - min(block_number) into looks, span from payout_look
    where withdrawal_id = new.withdrawal_id and finding in ('reverted', 'replaced') and tx_hash = new.taken_by
      and id > coalesce((select max(id) from payout_look where withdrawal_id = new.withdrawal_id and finding = 'other'), 0);
  if looks < 5 or span < 2 then
    raise exception 'payout_again: % looks over % blocks prove nothing', looks, coalesce(span, 0)
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payout_again_guard before insert on payout_again for each row execute function payout_again_guard();

-- Only in the transaction in which a second operator confirms the proposal; a dry run, which is taken back, may write it.
create function payout_again_by_two() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from proposal p where p.kind = 'reorg' and p.subject = 'again' and p.status = 'confirmed'
      and p.ended_at = now() and p.maker_id = new.proposed_by and p.checker_id = new.approved_by) then
    raise exception 'payout_again: it takes two operators' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger payout_again_by_two after insert on payout_again
  deferrable initially deferred for each row execute function payout_again_by_two();

-- A nonce belongs to one payout, first or again.
create function payout_nonce_once() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_table_name = 'payout' and exists (select from payout_again_attempt a
       where a.chain_id = new.chain_id and a.payer = new.payer and a.nonce = new.nonce)
     or tg_table_name = 'payout_again_attempt' and exists (select from payout p
       where p.chain_id = new.chain_id and p.payer = new.payer and p.nonce = new.nonce) then
    raise exception '%: nonce % is taken', tg_table_name, new.nonce using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payout_nonce_once before insert on payout for each row execute function payout_nonce_once();
create trigger payout_nonce_once before insert on payout_again_attempt for each row execute function payout_nonce_once();

do $$
declare
  fixed text;
begin
  foreach fixed in array array['payout_again', 'payout_again_attempt'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function withdrawal_append_only()',
      fixed || '_append_only', fixed);
    execute format('create trigger %I before truncate on %I for each statement execute function withdrawal_append_only()',
      fixed || '_no_truncate', fixed);
  end loop;
end $$;

revoke all on payout_again, payout_again_attempt from openmere_app;
grant select, insert on payout_again to openmere_app;
grant select on payout_again_attempt to openmere_app;
grant select on payout_again to openmere_signer;
grant select, insert on payout_again_attempt to openmere_signer;
grant select on payout_again, payout_again_attempt to openmere_readonly;

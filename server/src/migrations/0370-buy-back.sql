-- Buy-backs of OPEN with the market-value pool's USDT (rulebook §10): what two operators agreed to, signed by the signer for this
-- chain and contract, carried out once or not at all before its deadline.
create table buy_back (
  id text primary key check (id ~ '^bbk_[0-9a-z]{26}$'),
  chain_id integer not null,
  contract text not null check (contract ~ '^0x[0-9a-f]{40}$'),
  -- What the contracts know it by: keccak256 of the id.
  order_id text not null unique check (order_id ~ '^0x[0-9a-f]{64}$'),
  -- Base units: USDT to spend, least OPEN to get.
  amount numeric(38, 0) not null check (amount > 0),
  min_open numeric(38, 0) not null check (min_open > 0),
  deadline timestamptz not null,
  maker_id text not null references operator,
  -- Looked at when the transaction ends: in a dry run, which is taken back, the second person is nobody yet.
  checker_id text not null references operator deferrable initially deferred,
  made_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'done', 'expired')),
  signature text check (signature ~ '^0x[0-9a-f]{130}$'),
  signed_at timestamptz,
  -- Why the contract would not take it when it was last tried.
  refused text check (length(refused) <= 200),
  -- The final block at which it was first seen to be over and not carried out.
  looked_block bigint,
  -- Base units of OPEN that were bought and burned.
  open_burned numeric(38, 0) check (open_burned > 0),
  tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  block_number bigint,
  ended_at timestamptz,
  constraint buy_back_two check (maker_id <> checker_id),
  constraint buy_back_signed check ((signature is null) = (signed_at is null)),
  constraint buy_back_ended check ((status = 'open') = (ended_at is null)),
  constraint buy_back_done check ((status = 'done') = (open_burned is not null) and (status = 'done') = (tx_hash is not null)
    and (status = 'done') = (block_number is not null)),
  constraint buy_back_in_bounds check (open_burned >= min_open)
);
-- One at a time: two together could go beyond what one may be.
create unique index buy_back_open on buy_back (chain_id) where status = 'open';

create function buy_back_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.chain_id, new.contract, new.order_id, new.amount, new.min_open, new.deadline, new.maker_id, new.checker_id, new.made_at)
      is distinct from (old.id, old.chain_id, old.contract, old.order_id, old.amount, old.min_open, old.deadline, old.maker_id,
        old.checker_id, old.made_at)
     or (old.signature is not null and (new.signature, new.signed_at) is distinct from (old.signature, old.signed_at))
     or (old.status <> 'open' and (new.status, new.open_burned, new.ended_at) is distinct from (old.status, old.open_burned, old.ended_at)) then
    raise exception 'buy_back: what was agreed, signed and done stays' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger buy_back_guard before update on buy_back for each row execute function buy_back_guard();
create trigger buy_back_never_removed before delete on buy_back for each row execute function activity_never_removed();
create trigger buy_back_no_truncate before truncate on buy_back for each statement execute function activity_never_removed();

-- Only in the transaction that confirms a proposal for exactly this, made by another person. Looked at when the transaction ends.
create function buy_back_by_two() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from proposal p where p.kind = 'buyback' and p.status = 'confirmed'
      and p.maker_id = new.maker_id and p.checker_id = new.checker_id and p.ended_at = now()
      and split_part(p.value, ' ', 1)::numeric * 1e18 = new.amount and split_part(p.value, ' ', 2)::numeric * 1e18 = new.min_open) then
    raise exception 'buy_back: % takes two operators', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger buy_back_by_two after insert on buy_back
  deferrable initially deferred for each row execute function buy_back_by_two();

grant select, insert, update on buy_back to openmere_app;
grant select, update (signature, signed_at) on buy_back to openmere_signer;
grant select on buy_back to openmere_readonly;

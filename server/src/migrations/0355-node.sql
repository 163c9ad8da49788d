-- Community nodes (rulebook §6, §10): medals, who held them when, the terms of their sale, permits for gold.

create table node_medal (
  chain_id integer not null,
  token_id integer not null check (token_id > 0),
  type text not null check (type in ('genesis', 'gold', 'diamond')),
  -- Who got it when it was subscribed: the only one whom it gives EQUITY.
  first_owner text not null check (first_owner ~ '^0x[0-9a-f]{40}$'),
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  block_number bigint not null,
  subscribed_at timestamptz not null,
  -- When EQUITY was granted for it, to whom, and how much; none while the wallet is nobody's.
  equity_at timestamptz,
  equity_member text references member,
  equity numeric(38, 0) check (equity >= 0),
  primary key (chain_id, token_id),
  constraint node_medal_equity check ((equity_at is null) = (equity_member is null) and (equity_at is null) = (equity is null))
);
create index node_medal_without_equity on node_medal (chain_id, first_owner) where equity_at is null;
create index node_medal_of_buyer on node_medal (first_owner);

-- Who held it when, by the chain's time. One at a time holds it; what is over stays.
create table node_holding (
  chain_id integer not null,
  token_id integer not null,
  block_number bigint not null,
  log_index integer not null,
  holder text not null check (holder ~ '^0x[0-9a-f]{40}$'),
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  from_at timestamptz not null,
  until_at timestamptz check (until_at >= from_at),
  primary key (chain_id, token_id, block_number, log_index),
  foreign key (chain_id, token_id) references node_medal (chain_id, token_id)
);
create unique index node_holding_now on node_holding (chain_id, token_id) where until_at is null;
-- One address holds one medal at a time.
create unique index node_holding_of_holder on node_holding (chain_id, holder) where until_at is null;
create index node_holding_in_time on node_holding (until_at, from_at);

create function node_medal_guard() returns trigger language plpgsql as $$
begin
  if old.equity_at is not null or (new.chain_id, new.token_id, new.type, new.first_owner, new.tx_hash, new.block_number,
      new.subscribed_at) is distinct from (old.chain_id, old.token_id, old.type, old.first_owner, old.tx_hash, old.block_number,
      old.subscribed_at) then
    raise exception 'node_medal: what was subscribed, and what it gave, stay' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger node_medal_guard before update on node_medal for each row execute function node_medal_guard();
create function node_holding_guard() returns trigger language plpgsql as $$
begin
  if old.until_at is not null or (new.chain_id, new.token_id, new.block_number, new.log_index, new.holder, new.tx_hash, new.from_at)
      is distinct from (old.chain_id, old.token_id, old.block_number, old.log_index, old.holder, old.tx_hash, old.from_at) then
    raise exception 'node_holding: what is over stays' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger node_holding_guard before update on node_holding for each row execute function node_holding_guard();
create function node_never_removed() returns trigger language plpgsql as $$
begin
  raise exception '%: rows are never removed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger node_medal_never_removed before delete on node_medal for each row execute function node_never_removed();
create trigger node_medal_no_truncate before truncate on node_medal for each statement execute function node_never_removed();
create trigger node_holding_never_removed before delete on node_holding for each row execute function node_never_removed();
create trigger node_holding_no_truncate before truncate on node_holding for each statement execute function node_never_removed();

-- What the contract says of each kind, as last read.
create table node_sale (
  chain_id integer not null,
  type text not null check (type in ('genesis', 'gold', 'diamond')),
  total integer not null,
  sold integer not null,
  price numeric(38, 0) not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  paused boolean not null,
  block_number bigint not null,
  block_time timestamptz not null,
  primary key (chain_id, type)
);

-- Who may buy a gold node until when, agreed by two operators; the signer signs it for this chain and contract.
create table node_permit (
  id text primary key check (id ~ '^prm_[0-9a-z]{26}$'),
  chain_id integer not null,
  contract text not null check (contract ~ '^0x[0-9a-f]{40}$'),
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  deadline timestamptz not null,
  maker_id text not null references operator,
  -- Looked at when the transaction ends: in a dry run, which is taken back, the second person is nobody yet.
  checker_id text not null references operator deferrable initially deferred,
  made_at timestamptz not null default now(),
  signature text check (signature ~ '^0x[0-9a-f]{130}$'),
  signed_at timestamptz,
  constraint node_permit_two check (maker_id <> checker_id),
  constraint node_permit_signed check ((signature is null) = (signed_at is null)),
  unique (chain_id, contract, address, deadline)
);
create index node_permit_unsigned on node_permit (made_at) where signature is null;
create index node_permit_of_address on node_permit (address, deadline);
create function node_permit_guard() returns trigger language plpgsql as $$
begin
  if old.signature is not null or (new.id, new.chain_id, new.contract, new.address, new.deadline, new.maker_id, new.checker_id,
      new.made_at) is distinct from (old.id, old.chain_id, old.contract, old.address, old.deadline, old.maker_id, old.checker_id,
      old.made_at) then
    raise exception 'node_permit: what two operators agreed to, and what is signed, stay'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger node_permit_guard before update on node_permit for each row execute function node_permit_guard();
create trigger node_permit_never_removed before delete on node_permit for each row execute function node_never_removed();
create trigger node_permit_no_truncate before truncate on node_permit for each statement execute function node_never_removed();

-- Who comes from outside of the console cannot put an address on the list: it stands there in the transaction that confirms a
-- proposal for exactly this, made by another person.
create function node_permit_by_two() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if pg_has_role(session_user, (select relowner from pg_class where oid = 'public.node_permit'::regclass), 'member') then
    return null;
  end if;
  if not exists (select from proposal p where p.kind = 'goldpermit' and p.subject = new.address and p.status = 'confirmed'
      and p.maker_id = new.maker_id and p.checker_id = new.checker_id and p.ended_at = now()) then
    raise exception 'node_permit: % takes two operators', new.address using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger node_permit_by_two after insert on node_permit
  deferrable initially deferred for each row execute function node_permit_by_two();

grant select, insert, update on node_medal, node_holding, node_sale, node_permit to openmere_app;
grant select, update (signature, signed_at) on node_permit to openmere_signer;
grant select on node_medal, node_holding, node_sale, node_permit to openmere_readonly;

-- The ledger: chart of accounts, immutable journal, hash chain, balances, and the functions that are the only way to write them.
-- Amounts are whole base units (10^-18 of a coin); 45 digits hold 10^20 coins and sums of them, exactly.
create schema ledger;

-- What is allowed below zero is what mirrors the world outside; the same rule as chartOfAccounts in core/src/ledger/account.ts.
create function ledger.may_be_negative(name text) returns boolean
  language sql immutable strict parallel safe
  return name = 'world' or name ~ '^(treasury|bank|suspense):';

-- Domains, because the CHECK of a column runs again at every update of the row.
create domain ledger.account_name as text collate "C" not null
  check (value ~ '^(member:[A-Za-z0-9_]{1,40}:(available|held)|(pool|fee|treasury|suspense|bank):[a-z0-9][a-z0-9-]{0,40}|world)$');
create domain ledger.asset_symbol as text collate "C" not null check (value ~ '^[A-Z][A-Z0-9]{1,11}$');

-- Balance = in minus out. Half of each page stays free, so that a new balance does not touch the indexes.
create table ledger.account (
  id              int generated always as identity primary key,
  name            ledger.account_name,
  asset           ledger.asset_symbol,
  may_be_negative boolean not null,
  balance         numeric(45, 0) not null default 0,
  last_row        bigint not null default 0, -- newest journal row that touches it, 0 for none
  unique (name, asset),
  constraint balance_not_negative check (balance >= 0 or ledger.may_be_negative(name))
) with (fillfactor = 50);

create table ledger.kind (
  id   smallint generated always as identity primary key,
  name text collate "C" not null unique
);

-- One row is one posting with both legs, both balances after it, and the row before it of each account: a history is
-- walked from account.last_row backwards, which costs less than two history indexes.
-- id = batch * 4096 + place. Rows of an entry follow each other; its first one (line 0) holds what belongs to the entry.
create table ledger.journal (
  id                   bigint primary key,
  source_previous      bigint not null,
  destination_previous bigint not null,
  source               int not null,
  destination          int not null check (destination <> source),
  line                 smallint not null,
  kind                 smallint,
  key                  uuid constraint journal_key unique, -- first half of SHA-256 over actor, kind and idempotency key
  input                uuid,                               -- the same over what was asked for
  amount               numeric(45, 0) not null check (amount > 0),
  source_balance       numeric(45, 0) not null,
  destination_balance  numeric(45, 0) not null,
  actor                text,
  reference            text,
  data                 json,
  check ((line = 0) = (key is not null))
);

-- What was committed together. Each batch is a link of one of the lanes; lanes let several processes post at once.
create table ledger.batch (
  id       bigint primary key,
  lane     smallint not null,
  rows     smallint not null,
  previous bigint not null, -- batch before it in its lane, 0 for none
  time     timestamptz not null,
  hash     bytea not null   -- SHA-256 over the previous hash and the text of the batch, see ledger.batch_hash
);

create table ledger.lane (
  id    smallint primary key,
  batch bigint not null default 0,
  hash  bytea not null default decode(repeat('00', 32), 'hex')
) with (fillfactor = 10);
insert into ledger.lane (id) select generate_series(0, 31);

-- Starts at 16, so that a row's id is above every line number (post_group tells them apart by that).
create sequence ledger.batch_id as bigint start 16 cache 1;

-- Account families (main member's id) whose money may not leave before a time: the payment password was reset, and the like.
create table ledger.outbound_lock (
  family       text collate "C" primary key,
  locked_until timestamptz not null
);

-- One row while payouts are stopped.
create table ledger.halt (
  one    boolean primary key default true check (one),
  reason text not null,
  since  timestamptz not null default now()
);

-- Immutable for everybody, the owner of the tables and of the functions included.
create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the journal is immutable: % on %', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger immutable before update or delete or truncate on ledger.journal for each statement execute function ledger.refuse_change();
create trigger immutable before update or delete or truncate on ledger.batch for each statement execute function ledger.refuse_change();
alter table ledger.journal enable always trigger immutable;
alter table ledger.batch enable always trigger immutable;

-- The text of a row that is hashed: PostgreSQL's row notation of these columns, the same in every session.
create function ledger.row_text(j ledger.journal) returns text
  language sql stable parallel safe
  return row(j.id, j.source_previous, j.destination_previous, j.source, j.destination, j.line, j.kind, j.key, j.input,
             j.amount, j.source_balance, j.destination_balance, j.actor, j.reference, j.data)::text;

create function ledger.batch_hash(previous_hash bytea, b_id bigint, b_lane smallint, b_previous bigint, b_time timestamptz, lines text)
  returns bytea language sql stable parallel safe
  return sha256(previous_hash || convert_to(concat_ws(' ', b_id, b_lane, b_previous, (extract(epoch from b_time) * 1000000)::bigint)
                                            || E'\n' || lines, 'UTF8'));

-- Ids of accounts, in the order asked; makes those that are not there yet. Locks in name order, as every caller does.
create function ledger.open_accounts(p_names text[], p_assets text[]) returns int[]
  language plpgsql security definer set search_path = pg_catalog, ledger as $$
begin
  insert into ledger.account (name, asset, may_be_negative)
  select distinct w.name, w.asset, ledger.may_be_negative(w.name)
    from unnest(p_names, p_assets) as w(name, asset)
   where not exists (select from ledger.account a where a.name = w.name and a.asset = w.asset)
   order by 1, 2
  on conflict (name, asset) do nothing;
  return (select array_agg(a.id order by w.place)
            from unnest(p_names, p_assets) with ordinality as w(name, asset, place)
            join ledger.account a on a.name = w.name and a.asset = w.asset);
end $$;

-- Ids of kinds, in the order asked; makes those that are not there yet.
create function ledger.open_kinds(p_names text[]) returns smallint[]
  language plpgsql security definer set search_path = pg_catalog, ledger as $$
begin
  insert into ledger.kind (name)
  select distinct w.name from unnest(p_names) as w(name)
   where not exists (select from ledger.kind k where k.name = w.name)
   order by 1
  on conflict (name) do nothing;
  return (select array_agg(k.id order by w.place)
            from unnest(p_names) with ordinality as w(name, place) join ledger.kind k on k.name = w.name);
end $$;

-- Posts a group of entries in order and answers for each one by itself. The arrays have one element per posting; what
-- belongs to the entry stands at its first posting (p_line = 0). p_accounts are distinct and ascending; p_source and
-- p_destination are places in it (from 1). Lock order, for every caller: accounts by id, then one lane.
-- r_codes at an entry's first posting: 0 posted · 1 posted before, r_ids its first row · 2 the key was used for another
-- input · 3 insufficient, r_ids the line that failed and r_source_balances what its source had · 4 the family is locked.
create function ledger.post_group(
  p_accounts int[], p_source int[], p_destination int[], p_line smallint[], p_kind smallint[], p_key uuid[], p_input uuid[],
  p_amount numeric[], p_actor text[], p_reference text[], p_data text[], p_family text[],
  out r_time timestamptz, out r_codes smallint[], out r_ids bigint[],
  out r_source_balances numeric[], out r_destination_balances numeric[])
  language plpgsql security definer
  set search_path = pg_catalog, ledger
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
declare
  n int := cardinality(p_source);
  balances numeric[]; negatives boolean[]; lasts bigint[]; locked int[];
  source_previous bigint[] := array_fill(null::bigint, array[n]);
  destination_previous bigint[] := array_fill(null::bigint, array[n]);
  code smallint; first int := 1; posted int := 0;
  s int; d int; amount numeric; balance numeric; row_id bigint; group_id bigint;
  lane_id smallint; lane_batch bigint; lane_hash bytea; lines text;
  hit record;
begin
  if n is null or n < 1 or n > 4095 or p_line[1] <> 0 then
    raise exception 'a group has 1 to 4095 postings and begins with an entry';
  end if;
  r_codes := array_fill(0::smallint, array[n]);
  r_ids := array_fill(null::bigint, array[n]);
  r_source_balances := array_fill(null::numeric, array[n]);
  r_destination_balances := array_fill(null::numeric, array[n]);

  select array_agg(a.id), array_agg(a.balance), array_agg(a.may_be_negative), array_agg(a.last_row)
    into locked, balances, negatives, lasts
    from (select * from ledger.account x where x.id = any(p_accounts) order by x.id for update) as a;
  if locked is distinct from p_accounts then
    raise exception 'accounts must be known, distinct and ascending';
  end if;

  -- After the locks, so that a request that ran beside this one is seen.
  for hit in
    select w.place, j.id, j.input from unnest(p_key) with ordinality as w(key, place) join ledger.journal j on j.key = w.key
  loop
    r_codes[hit.place] := case when hit.input = p_input[hit.place] then 1 else 2 end;
    r_ids[hit.place] := hit.id;
  end loop;
  if p_family is not null then
    for hit in
      select w.place from unnest(p_family) with ordinality as w(family, place)
        join ledger.outbound_lock l on l.family = w.family where l.locked_until > now()
    loop
      if r_codes[hit.place] = 0 then r_codes[hit.place] := 4; end if;
    end loop;
  end if;

  -- Any free lane; when all are taken, wait for one. Ids are drawn under the locks: they ascend in each account and each lane.
  select l.id, l.batch, l.hash into lane_id, lane_batch, lane_hash
    from ledger.lane l order by l.id limit 1 for update skip locked;
  if not found then
    select l.id, l.batch, l.hash into lane_id, lane_batch, lane_hash
      from ledger.lane l where l.id = p_accounts[1] % 32 for update;
  end if;
  group_id := nextval('ledger.batch_id');
  row_id := group_id * 4096;
  for i in 1..n loop
    if p_line[i] = 0 then
      first := i;
      code := r_codes[i];
    end if;
    continue when code <> 0;
    s := p_source[i];
    d := p_destination[i];
    amount := p_amount[i];
    balance := balances[s] - amount;
    if balance < 0 and not negatives[s] then
      code := 3;
      for k in reverse i - 1..first loop -- take back what this entry did so far
        balances[p_source[k]] := balances[p_source[k]] + p_amount[k];
        balances[p_destination[k]] := balances[p_destination[k]] - p_amount[k];
        lasts[p_source[k]] := source_previous[k];
        lasts[p_destination[k]] := destination_previous[k];
        r_ids[k] := null;
        row_id := row_id - 1;
        posted := posted - 1;
      end loop;
      r_codes[first] := 3;
      r_ids[first] := i - first;
      r_source_balances[first] := balances[s];
      continue;
    end if;
    balances[s] := balance;
    r_source_balances[i] := balance;
    balance := balances[d] + amount;
    balances[d] := balance;
    r_destination_balances[i] := balance;
    source_previous[i] := lasts[s];
    destination_previous[i] := lasts[d];
    lasts[s] := row_id;
    lasts[d] := row_id;
    r_ids[i] := row_id;
    row_id := row_id + 1;
    posted := posted + 1;
  end loop;
  r_time := clock_timestamp();
  if posted = 0 then return; end if;

  begin
    with added as (
      insert into ledger.journal as j
      select w.id, w.source_previous, w.destination_previous, p_accounts[w.source], p_accounts[w.destination], w.line, w.kind,
             w.key, w.input, w.amount, w.source_balance, w.destination_balance, w.actor, w.reference, w.data::json
        from unnest(r_ids, source_previous, destination_previous, p_source, p_destination, p_line, p_kind, p_key, p_input,
                    p_amount, r_source_balances, r_destination_balances, p_actor, p_reference, p_data)
          as w(id, source_previous, destination_previous, source, destination, line, kind, key, input,
               amount, source_balance, destination_balance, actor, reference, data)
       where w.id >= group_id * 4096
      returning j.id, ledger.row_text(j) as line
    )
    select string_agg(a.line, E'\n' order by a.id) into lines from added a;
  exception when unique_violation then
    -- The same key came with other accounts at the same moment: run again, and it is seen.
    raise exception 'the same request is being posted' using errcode = 'serialization_failure';
  end;

  update ledger.account a set balance = w.balance, last_row = w.last_row
    from unnest(p_accounts, balances, lasts) as w(id, balance, last_row)
   where a.id = w.id and w.last_row >= group_id * 4096;

  lane_hash := ledger.batch_hash(lane_hash, group_id, lane_id, lane_batch, r_time, lines);
  insert into ledger.batch (id, lane, rows, previous, time, hash)
  values (group_id, lane_id, posted, lane_batch, r_time, lane_hash);
  update ledger.lane l set batch = group_id, hash = lane_hash where l.id = lane_id;
end $$;

-- Locks a family's money in until a time; only ever later, never sooner.
create function ledger.set_outbound_lock(p_family text, p_until timestamptz) returns timestamptz
  language sql security definer set search_path = pg_catalog, ledger as $$
  insert into ledger.outbound_lock as l (family, locked_until) values (p_family, p_until)
  on conflict (family) do update set locked_until = greatest(l.locked_until, excluded.locked_until)
  returning locked_until;
$$;

-- Stops payouts; the first reason stays.
create function ledger.set_halt(p_reason text) returns void
  language sql security definer set search_path = pg_catalog, ledger as $$
  insert into ledger.halt (reason) values (p_reason) on conflict (one) do nothing;
$$;

create function ledger.clear_halt() returns void
  language sql security definer set search_path = pg_catalog, ledger as $$
  delete from ledger.halt;
$$;

-- Rights: the functions belong to openmere_ledger, which may add and never change; the app may call them and read.
grant usage, create on schema ledger to openmere_ledger;
alter function ledger.open_accounts owner to openmere_ledger;
alter function ledger.open_kinds owner to openmere_ledger;
alter function ledger.post_group owner to openmere_ledger;
alter function ledger.set_outbound_lock owner to openmere_ledger;
alter function ledger.set_halt owner to openmere_ledger;
alter function ledger.clear_halt owner to openmere_ledger;
revoke create on schema ledger from openmere_ledger;
grant select on all tables in schema ledger to openmere_ledger, openmere_app, openmere_signer, openmere_readonly;
grant insert on ledger.account, ledger.kind, ledger.journal, ledger.batch, ledger.outbound_lock, ledger.halt to openmere_ledger;
grant update (balance, last_row) on ledger.account to openmere_ledger;
grant update (batch, hash) on ledger.lane to openmere_ledger;
grant update (locked_until) on ledger.outbound_lock to openmere_ledger;
grant delete on ledger.halt to openmere_ledger;
grant usage on all sequences in schema ledger to openmere_ledger;

grant usage on schema ledger to openmere_app, openmere_signer, openmere_readonly;
revoke execute on all functions in schema ledger from public;
grant execute on all functions in schema ledger to openmere_ledger;
grant execute on function ledger.may_be_negative, ledger.row_text, ledger.batch_hash to openmere_app, openmere_signer, openmere_readonly;
grant execute on function ledger.open_accounts, ledger.open_kinds, ledger.post_group, ledger.set_outbound_lock, ledger.set_halt, ledger.clear_halt
  to openmere_app;

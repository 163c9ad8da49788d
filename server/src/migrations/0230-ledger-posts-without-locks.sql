-- A group of entries costs a third less: it reads the accounts without locking them and finds out when it writes whether
-- somebody else was there meanwhile; keys are looked up only for what is refused (the unique index finds the others); and
-- the rows of a batch are hashed column by column. Called by api, indexer and settler, as before.

-- How a batch was hashed: 1 = row by row (ledger.batch_hash over ledger.row_text), 2 = column by column (ledger.rows_hash).
alter table ledger.batch add column format smallint not null default 1;

-- SHA-256 over the previous hash, the batch, and its rows in the order of their ids, each column in PostgreSQL's binary form.
create function ledger.rows_hash(
  previous_hash bytea, b_id bigint, b_lane smallint, b_previous bigint, b_time timestamptz,
  ids bigint[], source_previous bigint[], destination_previous bigint[], source int[], destination int[], line smallint[],
  kind smallint[], key uuid[], input uuid[], amount numeric[], source_balance numeric[], destination_balance numeric[],
  actor text[], reference text[], data text[])
  returns bytea language sql stable parallel safe
  return sha256(previous_hash
    || convert_to(concat_ws(' ', 2, b_id, b_lane, b_previous, (extract(epoch from b_time) * 1000000)::bigint) || E'\n', 'UTF8')
    || array_send(ids) || array_send(source_previous) || array_send(destination_previous) || array_send(source)
    || array_send(destination) || array_send(line) || array_send(kind) || array_send(key) || array_send(input)
    || array_send(amount) || array_send(source_balance) || array_send(destination_balance) || array_send(actor)
    || array_send(reference) || array_send(data));

-- The same over the rows that stand in the journal; null when there are none.
create function ledger.stored_rows_hash(previous_hash bytea, b_id bigint, b_lane smallint, b_previous bigint, b_time timestamptz)
  returns bytea language sql stable parallel safe
begin atomic
  select ledger.rows_hash(previous_hash, b_id, b_lane, b_previous, b_time,
           array_agg(j.id), array_agg(j.source_previous), array_agg(j.destination_previous), array_agg(j.source),
           array_agg(j.destination), array_agg(j.line), array_agg(j.kind), array_agg(j.key), array_agg(j.input),
           array_agg(j.amount), array_agg(j.source_balance), array_agg(j.destination_balance), array_agg(j.actor),
           array_agg(j.reference), array_agg(j.data::text))
    from (select * from ledger.journal r where r.id between b_id * 4096 and b_id * 4096 + 4095 order by r.id) as j;
end;

-- Posts a group of entries in order and answers for each one by itself. The arrays have one element per posting; what
-- belongs to the entry stands at its first posting (p_line = 0). p_accounts are distinct and ascending; p_source and
-- p_destination are places in it (from 1).
-- p_wait null: waits for all accounts (lock order, for every caller: accounts by id, then one lane).
-- Else groups come one after the other (advisory lock), and first try without locks: the accounts are read, and written only
-- where their last row still is the one that was read. When somebody else was quicker or holds one for p_ms milliseconds,
-- nothing is written and the accounts are locked: it waits for p_wait, and for the others p_ms milliseconds only; then it
-- takes what is free: nothing is posted, r_busy names what somebody else holds, and the free ones stay locked for the next call.
-- r_codes at an entry's first posting: 0 posted · 1 posted before, r_ids its first row · 2 the key was used for another
-- input · 3 insufficient, r_ids the line that failed and r_source_balances what its source had · 4 the family is locked.
create or replace function ledger.post_group(
  p_accounts int[], p_source int[], p_destination int[], p_line smallint[], p_kind smallint[], p_key uuid[], p_input uuid[],
  p_amount numeric[], p_actor text[], p_reference text[], p_data text[], p_family text[],
  p_wait int[] default null, p_ms int default null,
  out r_time timestamptz, out r_codes smallint[], out r_ids bigint[],
  out r_source_balances numeric[], out r_destination_balances numeric[], out r_busy int[])
  language plpgsql security definer
  set search_path = pg_catalog, ledger
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
declare
  n int := cardinality(p_source);
  locks boolean := p_wait is null;
  balances numeric[]; negatives boolean[]; lasts bigint[]; found_ids int[]; places tid[];
  lasts_before bigint[]; source_previous bigint[]; destination_previous bigint[];
  code smallint; first int; refused boolean; changed bigint; first_row bigint;
  s int; d int; amount numeric; balance numeric; source int[]; destination int[]; row_id bigint; group_id bigint;
  lane_id smallint; lane_batch bigint; lane_hash bytea;
  lock_timeout_before text := current_setting('lock_timeout');
  setting text; -- assigning is several times cheaper than PERFORM
  hit record;
begin
  if n is null or n < 1 or n > 4095 or p_line[1] <> 0 then
    raise exception 'a group has 1 to 4095 postings and begins with an entry';
  end if;

  loop
    r_codes := array_fill(0::smallint, array[n]);
    -- Zeros and no nulls: an array that once held a null is hashed as one that still does.
    r_ids := array_fill(0::bigint, array[n]);
    r_source_balances := array_fill(0::numeric, array[n]);
    r_destination_balances := r_source_balances;
    source_previous := r_ids;
    destination_previous := r_ids;
    source := p_source;
    destination := p_destination;
    lane_id := null;
    refused := false;

    if not locks then
      if not pg_try_advisory_xact_lock(7730003) then perform pg_advisory_xact_lock(7730003); end if;
      select array_agg(a.id), array_agg(a.balance), array_agg(a.may_be_negative), array_agg(a.last_row), array_agg(a.ctid)
        into found_ids, balances, negatives, lasts, places
        from (select x.*, x.ctid from ledger.account x where x.id = any(p_accounts) order by x.id) as a;
      lasts_before := lasts;
    else
      if p_wait is not null then
        perform from ledger.account x where x.id = any(p_wait) order by x.id for update;
        -- Most who hold an account are done in a moment, and waiting is fair; who is not must not hold up the whole group.
        begin
          perform set_config('lock_timeout', p_ms || 'ms', true);
          perform from ledger.account x where x.id = any(p_accounts) order by x.id for update;
          perform set_config('lock_timeout', lock_timeout_before, true);
        exception when lock_not_available then
          select array_agg(a.id) into found_ids
            from (select * from ledger.account x where x.id = any(p_accounts) order by x.id for update skip locked) as a;
          if found_ids is distinct from p_accounts then
            r_busy := array(select unnest(p_accounts) except select unnest(found_ids));
            return;
          end if;
        end;
      end if;
      select array_agg(a.id), array_agg(a.balance), array_agg(a.may_be_negative), array_agg(a.last_row)
        into found_ids, balances, negatives, lasts
        from (select * from ledger.account x where x.id = any(p_accounts) order by x.id for update) as a;
      -- After the locks, so that a request that ran beside this one is seen.
      for hit in
        select w.place, j.id, j.input from unnest(p_key) with ordinality as w(key, place) join ledger.journal j on j.key = w.key
      loop
        r_codes[hit.place] := case when hit.input = p_input[hit.place] then 1 else 2 end;
        r_ids[hit.place] := hit.id;
        refused := true;
      end loop;
    end if;
    if found_ids is distinct from p_accounts then
      raise exception 'accounts must be known, distinct and ascending';
    end if;
    if p_family is not null then
      for hit in
        select w.place from unnest(p_family) with ordinality as w(family, place)
          join ledger.outbound_lock l on l.family = w.family where l.locked_until > now()
      loop
        if r_codes[hit.place] = 0 then r_codes[hit.place] := 4; end if;
        refused := true;
      end loop;
    end if;

    -- Any free lane; when all are taken, wait for one. Ids are drawn under its lock and before any other post can have the
    -- accounts' next one: they ascend in each account and each lane.
    select l.id, l.batch, l.hash into lane_id, lane_batch, lane_hash
      from ledger.lane l order by l.id limit 1 for update skip locked;
    if lane_id is null then
      if not locks then locks := true; continue; end if;
      select l.id, l.batch, l.hash into lane_id, lane_batch, lane_hash
        from ledger.lane l where l.id = p_accounts[1] % 32 for update;
    end if;
    group_id := nextval('ledger.batch_id');
    first_row := group_id * 4096;
    row_id := first_row;
    for i in 1..n loop
      if p_line[i] = 0 then
        first := i;
        code := r_codes[i];
      end if;
      continue when code <> 0;
      s := p_source[i];
      amount := p_amount[i];
      if scale(amount) <> 0 then raise exception 'amounts are whole base units'; end if;
      balance := balances[s] - amount;
      if balance < 0 and not negatives[s] then
        code := 3;
        refused := true;
        for k in reverse i - 1..first loop -- take back what this entry did so far
          balances[p_source[k]] := balances[p_source[k]] + p_amount[k];
          balances[p_destination[k]] := balances[p_destination[k]] - p_amount[k];
          lasts[p_source[k]] := source_previous[k];
          lasts[p_destination[k]] := destination_previous[k];
          r_ids[k] := 0;
          row_id := row_id - 1;
        end loop;
        r_codes[first] := 3;
        r_ids[first] := i - first;
        r_source_balances[first] := balances[s];
        continue;
      end if;
      balances[s] := balance;
      r_source_balances[i] := balance;
      d := p_destination[i];
      balance := balances[d] + amount;
      balances[d] := balance;
      r_destination_balances[i] := balance;
      source_previous[i] := lasts[s];
      destination_previous[i] := lasts[d];
      lasts[s] := row_id;
      lasts[d] := row_id;
      source[i] := p_accounts[s];
      destination[i] := p_accounts[d];
      r_ids[i] := row_id;
      row_id := row_id + 1;
    end loop;
    if refused and not locks then
      -- What was posted before is answered as it was then, whatever would be said today. Neither changes a balance.
      for hit in
        select w.place, j.id, j.input from unnest(p_key, r_codes) with ordinality as w(key, code, place)
          join ledger.journal j on j.key = w.key where w.code <> 0
      loop
        r_codes[hit.place] := case when hit.input = p_input[hit.place] then 1 else 2 end;
        r_ids[hit.place] := hit.id;
      end loop;
    end if;
    r_time := clock_timestamp();
    if row_id = first_row then return; end if;

    begin
      if locks then
        update ledger.account a set balance = w.balance, last_row = w.last_row
          from unnest(p_accounts, balances, lasts) as w(id, balance, last_row)
         where a.id = w.id and w.last_row >= first_row;
      else
        setting := set_config('lock_timeout', p_ms || 'ms', true);
        -- In the order of the ids, as everybody locks. Whoever posted meanwhile changed last_row, and this one is too late.
        update ledger.account a set balance = w.balance, last_row = w.last_row
          from unnest(places, balances, lasts, lasts_before) as w(place, balance, last_row, last_row_before)
         where a.ctid = w.place and a.last_row = w.last_row_before and w.last_row >= first_row;
        get diagnostics changed = row_count;
        if changed <> cardinality(p_accounts)
           and changed <> (select count(*) from unnest(lasts) as w(last_row) where w.last_row >= first_row) then
          raise exception 'somebody else was quicker' using errcode = 'serialization_failure';
        end if;
      end if;

      insert into ledger.journal as j
      select w.id, w.source_previous, w.destination_previous, w.source, w.destination, w.line, w.kind,
             w.key, w.input, w.amount, w.source_balance, w.destination_balance, w.actor, w.reference, w.data::json
        from unnest(r_ids, source_previous, destination_previous, source, destination, p_line, p_kind, p_key, p_input,
                    p_amount, r_source_balances, r_destination_balances, p_actor, p_reference, p_data)
          as w(id, source_previous, destination_previous, source, destination, line, kind, key, input,
               amount, source_balance, destination_balance, actor, reference, data)
       where w.id >= first_row;
      if not locks then setting := set_config('lock_timeout', lock_timeout_before, true); end if;
      exit;
    exception
      when unique_violation then
        -- The same key came with other accounts at the same moment: run again, and it is seen.
        if locks then raise exception 'the same request is being posted' using errcode = 'serialization_failure'; end if;
      when lock_not_available or serialization_failure or deadlock_detected then
        if locks then raise; end if;
    end;
    -- With locks, then. What is known of the accounts is out of date.
    locks := true;
  end loop;

  lane_hash := case when refused
    then ledger.stored_rows_hash(lane_hash, group_id, lane_id, lane_batch, r_time)
    else ledger.rows_hash(lane_hash, group_id, lane_id, lane_batch, r_time, r_ids, source_previous, destination_previous,
           source, destination, p_line, p_kind, p_key, p_input, p_amount, r_source_balances, r_destination_balances, p_actor, p_reference, p_data)
    end;
  with batch as (
    insert into ledger.batch (id, lane, rows, previous, time, hash, format)
    values (group_id, lane_id, row_id - first_row, lane_batch, r_time, lane_hash, 2)
  )
  update ledger.lane l set batch = group_id, hash = lane_hash where l.id = lane_id;
end $$;

revoke execute on function ledger.rows_hash, ledger.stored_rows_hash from public;
grant execute on function ledger.rows_hash, ledger.stored_rows_hash
  to openmere_ledger, openmere_app, openmere_signer, openmere_readonly;

-- One locked account must not stop the transfers of everybody: the group that an api process posts can now take what is
-- free and leave the rest to its next group. Called by api, indexer and settler (role openmere_app), as before.
drop function ledger.post_group(int[], int[], int[], smallint[], smallint[], uuid[], uuid[], numeric[], text[], text[], text[], text[]);

-- Posts a group of entries in order and answers for each one by itself. The arrays have one element per posting; what
-- belongs to the entry stands at its first posting (p_line = 0). p_accounts are distinct and ascending; p_source and
-- p_destination are places in it (from 1). Lock order, for every caller: accounts by id, then one lane.
-- p_wait null: waits for all accounts. Else it waits for these, and for the others p_ms milliseconds only; then it takes what
-- is free: nothing is posted, r_busy names what somebody else holds, and the free ones stay locked for the next call.
-- r_codes at an entry's first posting: 0 posted · 1 posted before, r_ids its first row · 2 the key was used for another
-- input · 3 insufficient, r_ids the line that failed and r_source_balances what its source had · 4 the family is locked.
create function ledger.post_group(
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
  balances numeric[]; negatives boolean[]; lasts bigint[]; locked int[];
  source_previous bigint[] := array_fill(null::bigint, array[n]);
  destination_previous bigint[] := array_fill(null::bigint, array[n]);
  code smallint; first int := 1; posted int := 0;
  s int; d int; amount numeric; balance numeric; row_id bigint; group_id bigint;
  lane_id smallint; lane_batch bigint; lane_hash bytea; lines text;
  lock_timeout_before text := current_setting('lock_timeout');
  hit record;
begin
  if n is null or n < 1 or n > 4095 or p_line[1] <> 0 then
    raise exception 'a group has 1 to 4095 postings and begins with an entry';
  end if;
  r_codes := array_fill(0::smallint, array[n]);
  r_ids := array_fill(null::bigint, array[n]);
  r_source_balances := array_fill(null::numeric, array[n]);
  r_destination_balances := array_fill(null::numeric, array[n]);

  if p_wait is null then
    select array_agg(a.id), array_agg(a.balance), array_agg(a.may_be_negative), array_agg(a.last_row)
      into locked, balances, negatives, lasts
      from (select * from ledger.account x where x.id = any(p_accounts) order by x.id for update) as a;
  else
    perform from ledger.account x where x.id = any(p_wait) order by x.id for update;
    -- Most who hold an account are done in a moment, and waiting is fair; who is not must not hold up the whole group.
    begin
      perform set_config('lock_timeout', p_ms || 'ms', true);
      perform from ledger.account x where x.id = any(p_accounts) order by x.id for update;
      perform set_config('lock_timeout', lock_timeout_before, true);
    exception when lock_not_available then null;
    end;
    select array_agg(a.id), array_agg(a.balance), array_agg(a.may_be_negative), array_agg(a.last_row)
      into locked, balances, negatives, lasts
      from (select * from ledger.account x where x.id = any(p_accounts) order by x.id for update skip locked) as a;
    if locked is distinct from p_accounts then
      r_busy := array(select unnest(p_accounts) except select unnest(locked));
      return;
    end if;
  end if;
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

grant create on schema ledger to openmere_ledger;
alter function ledger.post_group owner to openmere_ledger;
revoke create on schema ledger from openmere_ledger;
revoke execute on function ledger.post_group from public;
grant execute on function ledger.post_group to openmere_app;

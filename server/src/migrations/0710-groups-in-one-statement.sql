-- A group of entries costs less: where nothing is refused, one statement reads its accounts, locks them and writes what they come
-- to. Called by api, indexer and settler, as before.

-- The same rule as before, decided once, when the account is made: a CHECK with a function in it is planned anew in every
-- statement. (A generated column would be quicker to write, but PostgreSQL 18 reads its expression again for each row it updates.)
create function ledger.account_sign() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  new.may_be_negative := ledger.may_be_negative(new.name);
  return new;
end $$;
create trigger account_sign before insert on ledger.account for each row execute function ledger.account_sign();
alter table ledger.account enable always trigger account_sign;
alter table ledger.account
  drop constraint balance_not_negative,
  add constraint balance_not_negative check (balance >= 0 or may_be_negative);

grant select on public.business_clock to openmere_ledger; -- asked with the lane, which costs less than business_offset()
drop function ledger.post_group(int[], int[], int[], smallint[], smallint[], uuid[], uuid[], numeric[], text[], text[], text[], text[], int[], int);

-- Posts a group of entries in order and answers for each one by itself. The arrays have one element per posting; what
-- belongs to the entry stands at its first posting (p_line = 0). p_accounts are distinct and ascending; p_source and
-- p_destination are places in it (from 1).
-- p_wait null: waits for all accounts (lock order, for every caller: accounts by id, then one lane).
-- Else groups come one after the other (advisory lock), and each is first posted as one in which nothing is refused: p_change is
-- what it adds to each account, p_last the place of the last posting that touches it. When something is refused, a key is there
-- already, or somebody holds an account for 10 milliseconds, all that is taken back, and the accounts are locked: it waits for
-- p_wait, and for the others 10 milliseconds only; then it takes what is free: nothing is posted, r_busy names what somebody
-- else holds, and the free ones stay locked for the next call.
-- r_codes at an entry's first posting: 0 posted · 1 posted before, r_ids its first row · 2 the key was used for another
-- input · 3 insufficient, r_ids the line that failed and r_source_balances what its source had · 4 the family is locked ·
-- 5 an entry with a family goes to a closed account.
create function ledger.post_group(
  p_accounts int[], p_source int[], p_destination int[], p_line smallint[], p_kind smallint[], p_key uuid[], p_input uuid[],
  p_amount numeric[], p_actor text[], p_reference text[], p_data text[], p_family text[],
  p_wait int[] default null, p_change numeric[] default null, p_last smallint[] default null,
  out r_time timestamptz, out r_codes smallint[], out r_ids bigint[],
  out r_source_balances numeric[], out r_destination_balances numeric[], out r_busy int[])
  language plpgsql security definer
  set search_path = pg_catalog, ledger
  set lock_timeout = '10ms'
  set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
as $$
declare
  n int := cardinality(p_source);
  locks boolean := p_wait is null;
  balances numeric[]; negatives boolean[]; closed_flags boolean[]; lasts bigint[]; found_ids int[];
  balances_after numeric[]; lasts_after bigint[]; is_any_closed boolean;
  source_previous bigint[]; destination_previous bigint[]; source int[]; destination int[];
  code smallint; first int; refused boolean; first_row bigint; row_id bigint; group_id bigint;
  s int; d int; balance numeric;
  locked_families text[];
  lane_id smallint; lane_batch bigint; lane_hash bytea; clock_offset interval;
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
    refused := false;

    begin
      if not locks then
        if not pg_try_advisory_xact_lock(7730004) then
          setting := set_config('lock_timeout', '0', true);
          perform pg_advisory_xact_lock(7730004);
          setting := set_config('lock_timeout', '10ms', true);
        end if;
      else
        setting := set_config('lock_timeout', '0', true);
        if p_wait is not null then
          perform from ledger.account x where x.id = any(p_wait) order by x.id for update;
          -- Most who hold an account are done in a moment, and waiting is fair; who is not must not hold up the whole group.
          begin
            perform set_config('lock_timeout', '10ms', true);
            perform from ledger.account x where x.id = any(p_accounts) order by x.id for update;
            perform set_config('lock_timeout', '0', true);
          exception when lock_not_available then
            select array_agg(a.id) into found_ids
              from (select * from ledger.account x where x.id = any(p_accounts) order by x.id for update skip locked) as a;
            if found_ids is distinct from p_accounts then
              r_busy := array(select unnest(p_accounts) except select unnest(found_ids));
              return;
            end if;
          end;
        end if;
        select array_agg(a.id), array_agg(a.balance), array_agg(a.may_be_negative), array_agg(a.closed), array_agg(a.last_row)
          into found_ids, balances, negatives, closed_flags, lasts
          from (select * from ledger.account x where x.id = any(p_accounts) order by x.id for update) as a;
        if found_ids is distinct from p_accounts then
          raise exception 'accounts must be known, distinct and ascending';
        end if;
        -- After the locks, so that a request that ran beside this one is seen.
        for hit in
          select w.place, j.id, j.input
            from unnest(p_key) with ordinality as w(key, place)
            cross join lateral (select x.id, x.input from ledger.journal x where x.key = w.key offset 0) as j
        loop
          r_codes[hit.place] := case when hit.input = p_input[hit.place] then 1 else 2 end;
          r_ids[hit.place] := hit.id;
          refused := true;
        end loop;
      end if;
      if p_family is not null then
        locked_families := array(select x.family from ledger.outbound_lock x
                                  where x.family = any(p_family) and x.locked_until > public.business_now());
        if cardinality(locked_families) > 0 then
          if not locks then raise exception 'something is refused' using errcode = 'serialization_failure'; end if;
          for hit in
            select w.place from unnest(p_family) with ordinality as w(family, place) where w.family = any(locked_families)
          loop
            if r_codes[hit.place] = 0 then r_codes[hit.place] := 4; end if;
            refused := true;
          end loop;
        end if;
        if locks and true = any(closed_flags) then
          for hit in
            select distinct w.first
              from (select max(l.place) filter (where l.line = 0) over (order by l.place) as first, l.destination
                      from unnest(p_line, p_destination) with ordinality as l(line, destination, place)) as w
             where closed_flags[w.destination] and p_family[w.first] is not null
          loop
            if r_codes[hit.first] = 0 then r_codes[hit.first] := 5; end if;
            refused := true;
          end loop;
        end if;
      end if;

      -- Any free lane; when all are taken, wait for one. Ids are drawn under its lock and before any other post can have the
      -- accounts' next one: they ascend in each account and each lane.
      select l.id, l.batch, l.hash, make_interval(secs => c.offset_ms / 1000.0) into lane_id, lane_batch, lane_hash, clock_offset
        from (select * from ledger.lane x order by x.id limit 1 for update skip locked) as l, public.business_clock c;
      if lane_id is null then
        if not locks then raise exception 'no lane is free' using errcode = 'serialization_failure'; end if;
        select l.id, l.batch, l.hash, public.business_offset() into lane_id, lane_batch, lane_hash, clock_offset
          from ledger.lane l where l.id = p_accounts[1] % 32 for update;
      end if;
      group_id := nextval('ledger.batch_id');
      first_row := group_id * 4096;
      row_id := first_row;

      if not locks then
        -- In the order of the ids, as everybody locks. Whoever drew a later id meanwhile was quicker, and this group is too late.
        with moved as (
          update ledger.account a set balance = a.balance + w.change, last_row = first_row + w.last - 1
            from (select unnest(p_accounts) as id, unnest(p_change) as change, unnest(p_last) as last) as w
           where a.id = w.id and a.id = any(p_accounts) and a.last_row < first_row
          returning a.id, old.balance, old.last_row, new.balance as balance_after, new.last_row as last_row_after, a.may_be_negative, a.closed
        )
        select array_agg(m.id), array_agg(m.balance), array_agg(m.last_row), array_agg(m.balance_after), array_agg(m.last_row_after),
               array_agg(m.may_be_negative), bool_or(m.closed)
          into found_ids, balances, lasts, balances_after, lasts_after, negatives, is_any_closed
          from moved m;
        if found_ids is distinct from p_accounts or p_family is not null and is_any_closed then
          raise exception 'somebody else was quicker, or an account is closed' using errcode = 'serialization_failure';
        end if;
      end if;

      for i in 1..n loop
        if locks then
          if p_line[i] = 0 then
            first := i;
            code := r_codes[i];
          end if;
          continue when code <> 0;
        end if;
        s := p_source[i];
        balance := balances[s] - p_amount[i];
        if balance < 0 or scale(balance) <> 0 then
          if scale(balance) <> 0 then raise exception 'amounts are whole base units'; end if;
          if not negatives[s] then
            if not locks then raise exception 'something is refused' using errcode = 'serialization_failure'; end if;
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
        end if;
        balances[s] := balance;
        r_source_balances[i] := balance;
        source_previous[i] := lasts[s];
        lasts[s] := row_id;
        source[i] := p_accounts[s];
        d := p_destination[i];
        balance := balances[d] + p_amount[i];
        balances[d] := balance;
        r_destination_balances[i] := balance;
        destination_previous[i] := lasts[d];
        lasts[d] := row_id;
        destination[i] := p_accounts[d];
        r_ids[i] := row_id;
        row_id := row_id + 1;
      end loop;
      r_time := clock_timestamp() + clock_offset;
      if row_id = first_row then return; end if;

      if locks then
        update ledger.account a set balance = w.balance, last_row = w.last_row
          from (select unnest(p_accounts) as id, unnest(balances) as balance, unnest(lasts) as last_row) as w
         where a.id = w.id and a.id = any(p_accounts) and w.last_row >= first_row;
      elsif balances <> balances_after or lasts <> lasts_after then
        raise exception 'p_change and p_last are not what the group comes to';
      end if;

      if refused then
        select ledger.rows_hash(
                 lane_hash, group_id, lane_id, lane_batch, r_time, array_agg(w.id), array_agg(w.source_previous),
                 array_agg(w.destination_previous), array_agg(w.source), array_agg(w.destination), array_agg(w.line),
                 array_agg(w.kind), array_agg(w.key), array_agg(w.input), array_agg(w.amount), array_agg(w.source_balance),
                 array_agg(w.destination_balance), array_agg(w.actor), array_agg(w.reference), array_agg(w.data))
          into lane_hash
          from unnest(r_ids, source_previous, destination_previous, source, destination, p_line, p_kind, p_key, p_input,
                      p_amount, r_source_balances, r_destination_balances, p_actor, p_reference, p_data)
            as w(id, source_previous, destination_previous, source, destination, line, kind, key, input,
                 amount, source_balance, destination_balance, actor, reference, data)
         where w.id >= first_row;
      else
        lane_hash := ledger.rows_hash(
          lane_hash, group_id, lane_id, lane_batch, r_time, r_ids, source_previous, destination_previous, source, destination,
          p_line, p_kind, p_key, p_input, p_amount, r_source_balances, r_destination_balances, p_actor, p_reference, p_data);
      end if;
      -- Several unnest beside each other run in step, without a copy of each column in between.
      with batch as (
        insert into ledger.batch (id, lane, rows, previous, time, hash, format)
        values (group_id, lane_id, row_id - first_row, lane_batch, r_time, lane_hash, 2)
      ), lane as (
        update ledger.lane l set batch = group_id, hash = lane_hash where l.id = lane_id
      )
      insert into ledger.journal as j
      select w.id, w.source_previous, w.destination_previous, w.source, w.destination, w.line, w.kind,
             w.key, w.input, w.amount, w.source_balance, w.destination_balance, w.actor, w.reference, w.data::json
        from (select unnest(r_ids) as id, unnest(source_previous) as source_previous,
                     unnest(destination_previous) as destination_previous, unnest(source) as source,
                     unnest(destination) as destination, unnest(p_line) as line, unnest(p_kind) as kind, unnest(p_key) as key,
                     unnest(p_input) as input, unnest(p_amount) as amount, unnest(r_source_balances) as source_balance,
                     unnest(r_destination_balances) as destination_balance, unnest(p_actor) as actor,
                     unnest(p_reference) as reference, unnest(p_data) as data) as w
       where w.id >= first_row;
      exit;
    exception
      when unique_violation then
        -- The same key came with other accounts at the same moment: run again, and it is seen.
        if locks then raise exception 'the same request is being posted' using errcode = 'serialization_failure'; end if;
      when check_violation or lock_not_available or serialization_failure or deadlock_detected then
        if locks then raise; end if;
    end;
    -- With locks, then. What is known of the accounts is out of date.
    locks := true;
  end loop;

end $$;

grant create on schema ledger to openmere_ledger;
alter function ledger.post_group owner to openmere_ledger;
revoke create on schema ledger from openmere_ledger;
revoke execute on function ledger.post_group from public;
grant execute on function ledger.post_group to openmere_ledger, openmere_app, openmere_api, openmere_indexer, openmere_settler;

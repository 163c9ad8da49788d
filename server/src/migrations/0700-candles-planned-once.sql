-- The newest candles of a series, and the swaps above the cursor that belong to them, in one look: each as one text (see
-- swap/candle-store.ts). Planning took a third of the question. As a function it is planned once a connection; a prepared statement would be
-- planned anew for each limit. The settings make it read the page along the primary key, backwards, whatever is known of
-- the tables at that moment: statistics of a table that grows quickly say that a series is short, and the planner would rather read all of
-- it and sort. Behind a short series come candles of another.
create function candle_lines(
  p_chain int, p_interval text, p_step interval, p_before timestamptz, p_limit int, out final text, out seen text)
  language plpgsql stable
  set search_path = pg_catalog, public
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off set enable_bitmapscan = off
as $$
begin
  with s as materialized (
    select s.* from swap_seen s join chain_cursor k on k.chain_id = s.chain_id and s.block_number > k.block_number
     where s.chain_id = p_chain and s.block_time < p_before),
  o as (select min(block_time) - p_step as since from s)
  select (
    select string_agg(date_part('epoch', open_time) || ',' || figures
        || case when open_time > (select since from o) then ',' || first_at || ',' || last_at else '' end, ';')
      from (
        select chain_id, interval, open_time, figures, first_at, last_at from candle
         where (chain_id, interval, open_time) < (p_chain, p_interval, p_before)
         order by chain_id desc, interval desc, open_time desc limit p_limit) c
     where chain_id = p_chain and interval = p_interval), (
    select string_agg(concat_ws(',', extract(epoch from block_time)::int8, price, price, price, price, open_amount, usdt_amount, 1,
        block_number * 1000000 + log_index, block_number * 1000000 + log_index), ';') from s)
    into final, seen;
end $$;

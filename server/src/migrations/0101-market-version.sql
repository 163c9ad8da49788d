-- Counts the changes of what trade/Kline, trade/Trades and trade/Pool are made from, so that their bytes are made once per
-- change. Read by api; written by the triggers below, in the transaction of whoever changes the market (the indexer, or a
-- person rebuilding candles by hand).
create table market_version (one boolean primary key default true check (one), version bigint not null);
insert into market_version (version) values (1);

create function market_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (select from changed) then
    update public.market_version set version = version + 1;
  end if;
  return null;
end $$;
revoke execute on function market_changed from public;
grant select on market_version to openmere_app, openmere_readonly;

create trigger market_inserted after insert on candle referencing new table as changed for each statement execute function market_changed();
create trigger market_updated after update on candle referencing new table as changed for each statement execute function market_changed();
create trigger market_deleted after delete on candle referencing old table as changed for each statement execute function market_changed();
create trigger market_inserted after insert on swap_seen referencing new table as changed for each statement execute function market_changed();
create trigger market_deleted after delete on swap_seen referencing old table as changed for each statement execute function market_changed();
create trigger market_inserted after insert on trade referencing new table as changed for each statement execute function market_changed();
create trigger market_updated after update on trade referencing new table as changed for each statement execute function market_changed();
create trigger market_deleted after delete on trade referencing old table as changed for each statement execute function market_changed();

-- The business clock: what days, periods, windows and holds go by. It is the system's clock, but for a development chain that was
-- moved into the future (POST /dev/advance): the chain's clock and this one stay ahead of the system's by the same. A new
-- installation may begin in the past, where its chain does.
-- `target_ms` runs before `offset_ms` while such a move is under way, so that it is brought to its end after a kill.
create table business_clock (
  one boolean primary key default true check (one),
  offset_ms bigint not null default 0,
  target_ms bigint not null default 0 check (target_ms >= offset_ms)
);
insert into business_clock default values;

create function business_clock_guard() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then raise exception 'the business clock is one row, for ever'; end if;
  if new.offset_ms < old.offset_ms and exists (select from chain_cursor) then
    raise exception 'the business clock never goes back';
  end if;
  -- 31337 is the development chain. Whoever follows a chain of others cannot move it, and has no other time than everybody.
  if exists (select from chain_cursor where chain_id <> 31337) then
    raise exception 'time is moved on the development chain only';
  end if;
  return new;
end $$;
create trigger business_clock_guard before insert or update or delete on business_clock
  for each row execute function business_clock_guard();
create trigger business_clock_no_truncate before truncate on business_clock
  for each statement execute function business_clock_guard();

-- How far the business clock is ahead of the system's. Owner's rights, so that whoever writes a time needs none on the table.
create function business_offset() returns interval language sql stable security definer set search_path = pg_catalog as
  $$ select make_interval(secs => offset_ms / 1000.0) from public.business_clock $$;
-- Like now(), the start of the transaction.
create function business_now() returns timestamptz language sql stable set search_path = pg_catalog as
  $$ select now() + public.business_offset() $$;

grant select, update on business_clock to openmere_app;

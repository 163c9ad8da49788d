-- What was signed per coin and hour, so that the signer's caps over a day and a month add up some hundred rows, not all payouts.
-- Written by the trigger only (as owner), read by the signer.
create table payout_hour (
  coin_id text not null,
  -- Beginning of the hour, UTC.
  hour timestamptz not null,
  amount numeric(38, 0) not null check (amount > 0),
  primary key (coin_id, hour)
);
insert into payout_hour (coin_id, hour, amount)
  select coin_id, date_trunc('hour', signed_at, 'UTC'), sum(amount) from payout group by 1, 2;

create function payout_add_hour() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into payout_hour as h (coin_id, hour, amount) values (new.coin_id, date_trunc('hour', new.signed_at, 'UTC'), new.amount)
    on conflict (coin_id, hour) do update set amount = h.amount + excluded.amount;
  return null;
end $$;
create trigger payout_add_hour after insert on payout for each row execute function payout_add_hour();

revoke all on payout_hour from openmere_app;
grant select on payout_hour to openmere_signer;
-- The signer waits when the last equal comparison of reserves is old.
grant select on reserve_check to openmere_signer;

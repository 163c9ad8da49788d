-- Whether the browser that asked had the cookie of a login of before (decision 0306): what it calls itself, everybody can say.
-- Whether a login came through from it, and not a password that was set by mail alone.
alter table auth_browser add column logged_in boolean not null default true;
alter table factor_reset add column known_browser boolean not null default false;
create or replace function factor_reset_guard() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or new.state = 'open'
    or (new.id, new.member_id, new.proof, new.device, new.device_hash, new.known_browser, new.ip, new.ip_prefix, new.ip_country,
      new.asked_at, new.ready_at)
      is distinct from
      (old.id, old.member_id, old.proof, old.device, old.device_hash, old.known_browser, old.ip, old.ip_prefix, old.ip_country,
      old.asked_at, old.ready_at)
  then
    raise exception 'factor_reset: a request ends once, and what was asked stays' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

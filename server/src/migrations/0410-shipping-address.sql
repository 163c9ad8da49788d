-- Where a member's parcels go. Only its member reads it; an order keeps a copy of the one that it was sent to.
create table shipping_address (
  id text primary key check (id ~ '^adr_[0-9a-z]{26}$'),
  member_id text not null references member,
  is_default boolean not null,
  label text not null check (char_length(label) <= 60),
  recipient text not null check (char_length(recipient) between 1 and 240),
  phone text not null check (phone ~ '^\+?[0-9 ()./-]{1,40}$'),
  country text not null check (country ~ '^[A-Z]{2}$'),
  detail text not null check (char_length(detail) between 1 and 1200),
  made_at timestamptz not null default now()
);
create index shipping_address_of_member on shipping_address (member_id, made_at);
create unique index shipping_address_default on shipping_address (member_id) where is_default;

-- Who has addresses has a default, looked at when the transaction ends; that it is one only, the index says.
create function shipping_address_has_default() returns trigger language plpgsql as $$
declare
  whose text := coalesce(new.member_id, old.member_id);
begin
  if exists (select from shipping_address where member_id = whose)
      and not exists (select from shipping_address where member_id = whose and is_default) then
    raise exception 'shipping_address: one of them is the default' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger shipping_address_has_default after insert or update or delete on shipping_address
  deferrable initially deferred for each row execute function shipping_address_has_default();
create function shipping_address_stays() returns trigger language plpgsql as $$
begin
  if (new.id, new.member_id) is distinct from (old.id, old.member_id) then
    raise exception 'shipping_address: it stays its member''s' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger shipping_address_stays before update on shipping_address for each row execute function shipping_address_stays();

grant select, insert, update, delete on shipping_address to openmere_app;

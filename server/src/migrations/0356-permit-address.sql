-- A proposal for a permit may have been written with the address's checksum letters; the row has it in lower case.
create or replace function node_permit_by_two() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if pg_has_role(session_user, (select relowner from pg_class where oid = 'public.node_permit'::regclass), 'member') then
    return null;
  end if;
  if not exists (select from proposal p where p.kind = 'goldpermit' and lower(p.subject) = new.address and p.status = 'confirmed'
      and p.maker_id = new.maker_id and p.checker_id = new.checker_id and p.ended_at = now()) then
    raise exception 'node_permit: % takes two operators', new.address using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

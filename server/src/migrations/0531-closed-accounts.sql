-- Accounts that were closed by their owner (rulebook §1): for good. What names a person is gone from the row, and nobody gets a session.
alter table member add column closed_at timestamptz;
alter table member add constraint member_closed check (closed_at is null
  or (exit_only and main_id is null and email is null and phone is null and username is null and avatar = '' and antiphishing = ''));

create function member_closed_stays() returns trigger language plpgsql as $$
begin
  raise exception 'member: a closed account stays closed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger member_closed_stays before update on member for each row
  when (old.closed_at is not null and new.closed_at is distinct from old.closed_at) execute function member_closed_stays();

create function auth_session_not_closed() returns trigger language plpgsql as $$
begin
  if exists (select from member where id = new.member_id and closed_at is not null) then
    raise exception 'auth_session: the account is closed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger auth_session_not_closed before insert on auth_session for each row execute function auth_session_not_closed();

grant update (closed_at) on member to openmere_app;
grant delete on login_password to openmere_app;

-- What still comes for a closed account waits in suspense.
alter table deposit drop constraint deposit_bar_check;
alter table deposit add constraint deposit_bar_check check (bar in ('closed', 'country', 'phone', 'exitonly', 'wallet', 'sender'));

-- Feedback and comments of a member, for the file of their own data; orders that a seller still owes.
create index goods_comment_of_member on goods_comment (member_id, id desc);
create index mall_order_of_seller on mall_order (seller_id) where status in ('pendingpayment', 'pendingshipment', 'pendingreceipt');

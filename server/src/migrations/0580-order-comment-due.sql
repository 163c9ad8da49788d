-- Whether something of a completed order is not commented on yet: what "to comment" lists and counts, along an index.
alter table mall_order add column comment_due boolean not null default false;
alter table mall_order add constraint mall_order_comment_due check (not comment_due or status = 'completed');

create or replace function mall_order_guard() returns trigger language plpgsql as $$
declare
  before text := old.status || ' ' || old.refund;
  after text := new.status || ' ' || new.refund;
begin
  if (new.id, new.serial, new.member_id, new.request_id, new.request_hash, new.shop_id, new.seller_id, new.coin_id, new.total, new.obl_most,
      new.recipient, new.phone, new.country, new.detail, new.note, new.created_at, new.pay_by) is distinct from
     (old.id, old.serial, old.member_id, old.request_id, old.request_hash, old.shop_id, old.seller_id, old.coin_id, old.total, old.obl_most,
      old.recipient, old.phone, old.country, old.detail, old.note, old.created_at, old.pay_by) then
    raise exception 'mall_order: what was ordered stays' using errcode = 'integrity_constraint_violation';
  end if;
  if old.paid_at is not null and (new.paid_at, new.paid_coin, new.paid_obl) is distinct from (old.paid_at, old.paid_coin, old.paid_obl) then
    raise exception 'mall_order: it is paid once' using errcode = 'integrity_constraint_violation';
  end if;
  if old.shipped_at is not null and new.shipped_at is distinct from old.shipped_at then
    raise exception 'mall_order: it is shipped once' using errcode = 'integrity_constraint_violation';
  end if;
  if before = after then
    -- Only the number of a parcel on its way is corrected, and the last line of a completed order commented on.
    if before not in ('pendingreceipt none', 'pendingreceipt refunding')
        and not (old.comment_due and to_jsonb(new) = to_jsonb(old) || '{"comment_due": false}') then
      raise exception 'mall_order: % stays as it is', before using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if (before, after) not in (
      ('pendingpayment none', 'pendingshipment none'), ('pendingpayment none', 'cancelled none'),
      ('pendingshipment none', 'cancelled refunded'), ('pendingshipment none', 'pendingreceipt none'),
      ('pendingreceipt none', 'completed none'), ('pendingreceipt none', 'pendingreceipt refunding'),
      ('pendingreceipt refunding', 'pendingreceipt none'), ('pendingreceipt refunding', 'cancelled refunded'),
      ('pendingreceipt refunding', 'completed refunded'), ('pendingreceipt refunding', 'completed none')) then
    raise exception 'mall_order: % does not become %', before, after using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

alter table mall_order disable trigger mall_order_guard;
update mall_order set comment_due = true where status = 'completed' and completed_at > now() - interval '90 days'
  and exists (select from order_line where order_id = mall_order.id and not commented);
alter table mall_order enable trigger mall_order_guard;
create index mall_order_to_comment on mall_order (member_id, completed_at desc, id desc) where comment_due;

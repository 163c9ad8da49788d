-- What operators decide is written under the record's id: the log about a member looks for the records that are theirs. Of an order
-- only what is asked for after the sale is ever decided; a shop may have a million orders, so that its are looked for among all that
-- were decided, which people did.
create function member_records(member text) returns setof text language sql stable parallel safe
begin atomic
  select id from withdrawal where member_id = member
  union all select id from deposit where member_id = member
  union all select p.id from unmatched_payment p join withdrawal w on w.id in (p.withdrawal_id, p.matched_id) where w.member_id = member
  union all select id from fiat_order where member_id = member
  union all select id from fiat_line where member_id = member
  union all select id from ticket where member_id = member
  union all select id from feedback where member_id = member
  union all select id from factor_reset where member_id = member
  union all select a.id from after_sale a join mall_order o on o.id = a.order_id where o.member_id = member and a.status = 'decided'
  union all select a.id from shop s cross join lateral (
      select a.id, o.shop_id from after_sale a join mall_order o on o.id = a.order_id where a.status = 'decided' offset 0) a
    where s.member_id = member and a.shop_id = s.id
  union all select g.id from shop s join goods g on g.shop_id = s.id where s.member_id = member;
end;

create index fiat_line_of_member on fiat_line (member_id) where member_id is not null;

-- The commission is that of the payment: its rate is kept with the order from then on (decision 0266). Orders paid before have none until
-- they are completed.
alter table mall_order drop constraint mall_order_divided;
alter table mall_order add constraint mall_order_divided check (shop_part + margin_part + fee_part
  = case when status = 'completed' then total - refunded_coin - refunded_obl else 0 end
  and (commission_bps is not null or status <> 'completed') and (commission_bps is null or paid_at is not null));

import type { AfterSaleStatus } from '@openmere/core/mall/after-sale.ts';
import type { cancelReasons, orderEventKinds } from '@openmere/core/mall/order-contract.ts';
import type { AfterSaleKind } from '@openmere/core/mall/order-rules.ts';
import type { OrderStatus, RefundStatus } from '@openmere/core/mall/order-state.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** Written once, when it was ordered. */
type Once<T> = ColumnType<T, T, never>;

type MallOrderTable = {
  id: Once<string>;
  serial: Once<string>;
  member_id: Once<string>;
  request_id: Once<string>;
  request_hash: Once<string>;
  shop_id: Once<string>;
  seller_id: Once<string>;
  coin_id: Once<string>;
  total: Once<bigint>;
  obl_most: Once<bigint>;
  status: Generated<OrderStatus>;
  refund: Generated<RefundStatus>;
  comment_due: Generated<boolean>;
  paid_coin: Generated<bigint>;
  paid_obl: Generated<bigint>;
  refunded_coin: Generated<bigint>;
  refunded_obl: Generated<bigint>;
  commission_bps: Generated<number | null>;
  shop_part: Generated<bigint>;
  margin_part: Generated<bigint>;
  fee_part: Generated<bigint>;
  recipient: Once<string>;
  phone: Once<string>;
  country: Once<string>;
  detail: Once<string>;
  note: Once<string>;
  carrier: Generated<string>;
  tracking: Generated<string>;
  created_at: Once<Date>;
  pay_by: Once<Date>;
  receive_by: Generated<Date | null>;
  paid_at: Generated<Date | null>;
  shipped_at: Generated<Date | null>;
  completed_at: Generated<Date | null>;
  cancelled_at: Generated<Date | null>;
  cancel_reason: Generated<(typeof cancelReasons)[number]>;
};

type OrderLineTable = {
  id: Once<string>;
  order_id: Once<string>;
  goods_id: Once<string>;
  sku_id: Once<string>;
  name: Once<string>;
  sku_name: Once<string>;
  picurl: Once<string>;
  price: Once<bigint>;
  obl: Once<bigint>;
  quantity: Once<number>;
  commented: Generated<boolean>;
};

type OrderEventTable = {
  id: Generated<bigint>;
  order_id: string;
  at: Date;
  kind: (typeof orderEventKinds)[number];
  by: 'buyer' | 'shop' | 'operator' | 'system';
  text: Generated<string>;
  pictures: Generated<string[]>;
  request_id: Generated<string | null>;
};

type AfterSaleTable = {
  id: Once<string>;
  order_id: Once<string>;
  request_id: Once<string>;
  kind: Once<AfterSaleKind>;
  amount: Once<bigint>;
  given: Generated<bigint | null>;
  status: Generated<AfterSaleStatus>;
  text: Once<string>;
  pictures: Once<string[]>;
  created_at: Once<Date>;
  answer_by: Date | null;
  left_ms: Once<bigint>;
  ended_at: Generated<Date | null>;
  reason: Generated<string>;
};

type OrderPaymentTable = {
  member_id: string;
  request_id: string;
  request_hash: string;
  order_ids: string[];
  coin_id: string;
  coin: bigint;
  obl: bigint;
  paid_at: Date;
};

declare module '../../platform/db/schema.ts' {
  interface Schema {
    mall_order: MallOrderTable;
    order_line: OrderLineTable;
    order_event: OrderEventTable;
    after_sale: AfterSaleTable;
    order_payment: OrderPaymentTable;
  }
}

export type OrderTable = MallOrderTable;
export type OrderRow = Selectable<MallOrderTable>;
export type LineRow = Selectable<OrderLineTable>;
export type EventTable = OrderEventTable;
export type EventRow = Selectable<OrderEventTable>;
export type AfterSaleTableOf = AfterSaleTable;
export type AfterSaleRow = Selectable<AfterSaleTable>;
export type PaymentRow = Selectable<OrderPaymentTable>;

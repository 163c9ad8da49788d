import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { Input, Tag } from 'antd';
import { timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { MemberLink } from '../parts/member-link.tsx';
import { useFilters } from '../platform/address.ts';
import type { Filters } from '../platform/address.ts';
import { coinAmount } from '../platform/amount-text.ts';
import { t } from '../platform/texts.ts';
import { OrderDetails } from './order-details.tsx';
import style from './orders.module.css';

type Row = OutputOf<'Admin/Orders'>;

const statuses = ['pendingpayment', 'pendingshipment', 'pendingreceipt', 'completed', 'cancelled'] as const;
const colors = {
  pendingpayment: 'default',
  pendingshipment: 'processing',
  pendingreceipt: 'processing',
  completed: 'success',
  cancelled: 'default',
} as const;

const columns: readonly Column<Row>[] = [
  timeColumn,
  { key: 'serial', title: t('orderNumber'), render: (row) => row.serial, text: (row) => row.serial },
  { key: 'goods', title: t('orderLines'), render: (row) => row.goods, text: (row) => row.goods },
  {
    key: 'buyer',
    title: t('buyer'),
    render: ({ buyer }) => <MemberLink id={buyer.userid} name={buyer.nickname} />,
    text: (row) => row.buyer.userid,
  },
  { key: 'shop', title: t('shopName'), render: (row) => row.shop.name, text: (row) => row.shop.id },
  {
    key: 'total',
    title: t('orderTotal'),
    align: 'right',
    render: (row) => coinAmount(row.total, row.coinid),
    text: (row) => row.total,
  },
  { key: 'refunded', title: t('orderRefunded'), text: (row) => row.refunded },
  {
    key: 'status',
    title: t('status'),
    render: (row) => (
      <>
        <Tag color={colors[row.status]}>{t(`order_${row.status}`)}</Tag>
        {row.refund !== 'none' && <Tag color="warning">{t(`refund_${row.refund}`)}</Tag>}
      </>
    ),
    text: (row) => `${row.status} ${row.refund}`,
  },
];

const options = [
  { value: '', label: t('allOrders') },
  ...statuses.map((value) => ({ value, label: t(`order_${value}`) })),
  { value: 'aftersale', label: t('refund_refunding') },
];

const DAY_MS = 86_400_000;

/** A day of the address as its first moment, UTC; undefined when it is none. */
function momentOf(day: string, plusMs = 0): string | undefined {
  const ms = Date.parse(`${day}T00:00:00.000Z`);
  return Number.isNaN(ms) ? undefined : new Date(ms + plusMs).toISOString();
}

/** What is searched for says itself what it is: a shop, a member, or an order by its number or id. */
function searchOf(search: string): Pick<InputOf<'Admin/Orders'>, 'search' | 'shopid' | 'userid'> {
  if (search === '') return {};
  if (search.startsWith('shp_')) return { shopid: search };
  return search.startsWith('mem_') ? { userid: search } : { search };
}

function inputOf({ status = '', search = '', from = '', to = '' }: Filters): InputOf<'Admin/Orders'> {
  const known = statuses.find((one) => one === status);
  const [first, end] = [momentOf(from), momentOf(to, DAY_MS)];
  return {
    ...searchOf(search),
    ...(known ? { status: known } : {}),
    ...(status === 'aftersale' ? { aftersale: '1' as const } : {}),
    ...(first === undefined ? {} : { from: first }),
    ...(end === undefined ? {} : { to: end }),
  };
}

/** Days from and to, both within, UTC. */
function Days() {
  const [{ from = '', to = '' }, change] = useFilters();
  return (
    <div className={style.days}>
      <label>
        {t('fromDay')}
        <Input type="date" value={from} onChange={({ target }) => change({ from: target.value })} />
      </label>
      <label>
        {t('toDay')}
        <Input type="date" value={to} onChange={({ target }) => change({ to: target.value })} />
      </label>
    </div>
  );
}

/** Every order of the mall, and one with its course and its money. */
export function OrdersScreen() {
  return (
    <ListScreen
      name="orders"
      title={t('mallOrders')}
      path="Admin/Orders"
      input={inputOf}
      search={t('orderSearch')}
      choices={[{ key: 'status', label: t('status'), options }]}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noOrders')}
      note={<Days />}
      details={(row) => <OrderDetails row={row} />}
    />
  );
}

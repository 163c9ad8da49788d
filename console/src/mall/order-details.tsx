import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { Descriptions, Flex, Skeleton, Typography } from 'antd';
import { AccountName } from '../parts/account-name.tsx';
import { Failure } from '../parts/list-table.tsx';
import { kindText } from '../platform/account-text.ts';
import type { Names } from '../platform/account-text.ts';
import { coinAmount } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { OrderCourse } from './order-course.tsx';
import style from './orders.module.css';

type Order = OutputOf<'Admin/Order'>;

/** One order: what was ordered and paid, how it was divided, the journal entries, and what happened. */
export function OrderDetails({ row: { id, buyer, seller } }: { row: OutputOf<'Admin/Orders'> }) {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['Admin/Order', { id }],
    queryFn: () => call('Admin/Order', { id }),
  });
  const failed = <Failure error={error} readAt={dataUpdatedAt} again={refetch} />;
  if (!data) return error ? failed : <Skeleton active />;
  return (
    <Flex vertical gap={16}>
      {failed}
      <Descriptions bordered size="small" column={1} items={factsOf(data)} />
      {data.entries.length > 0 && (
        <Entries order={data} names={{ [buyer.userid]: buyer.nickname, [seller.userid]: seller.nickname }} />
      )}
      <OrderCourse events={data.events} />
    </Flex>
  );
}

function factsOf(order: Order) {
  const { coinid, division } = order;
  const money = (amount: string, coin = coinid) => coinAmount(amount, coin);
  return [
    {
      key: 'lines',
      label: t('orderLines'),
      children: order.lines
        .map(({ name, skuname, quantity }) => `${name} ${skuname}`.trim() + ` × ${quantity}`)
        .join(', '),
    },
    { key: 'total', label: t('orderTotal'), children: money(order.total) },
    ...(order.paidat === null
      ? []
      : [
          {
            key: 'paid',
            label: t('orderPaid'),
            children:
              order.oblpaid === '0'
                ? money(order.paid)
                : `${money(order.paid)} + ${money(order.oblpaid, 'OBL')}`,
          },
        ]),
    ...(order.refunded === '0'
      ? []
      : [{ key: 'back', label: t('orderRefunded'), children: money(order.refunded) }]),
    ...(division === null
      ? []
      : [
          {
            key: 'division',
            label: t('orderDivision', { percent: `${division.ratebps / 100} %` }),
            children: t('orderDivided', {
              shop: money(division.shop),
              margin: money(division.margin),
              fee: money(division.fee),
            }),
          },
        ]),
    ...(order.carrier === ''
      ? []
      : [{ key: 'parcel', label: t('parcel'), children: `${order.carrier} ${order.tracking}` }]),
    { key: 'id', label: 'Id', children: order.id },
  ];
}

/** From where to where each amount went. */
function Entries({ order: { entries }, names }: { order: Order; names: Names }) {
  return (
    <Descriptions
      bordered
      size="small"
      column={1}
      title={t('orderEntries')}
      items={entries.map((entry) => ({
        key: entry.id,
        label: (
          <>
            {kindText(entry.kind)}
            <br />
            <Typography.Text type="secondary">
              {entry.id} · {exactTime(entry.time)}
            </Typography.Text>
          </>
        ),
        children: (
          <ul className={style.postings}>
            {entry.postings.map((posting) => (
              <li key={`${posting.source} ${posting.destination} ${posting.coinid}`}>
                <AccountName account={posting.source} names={names} /> →{' '}
                <AccountName account={posting.destination} names={names} />:{' '}
                {coinAmount(posting.amount, posting.coinid)}
              </li>
            ))}
          </ul>
        ),
      }))}
    />
  );
}

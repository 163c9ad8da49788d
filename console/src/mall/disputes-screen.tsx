import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { useQuery } from '@tanstack/react-query';
import { Descriptions, Flex, Form, Input, Skeleton, Tag } from 'antd';
import { useId, useState } from 'react';
import { timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { Failure } from '../parts/list-table.tsx';
import type { Column } from '../parts/list-table.tsx';
import { MemberLink } from '../parts/member-link.tsx';
import { ReasonForm } from '../parts/reason-form.tsx';
import type { Filters } from '../platform/address.ts';
import { coinAmount } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';
import { OrderCourse } from './order-course.tsx';

type Row = OutputOf<'Admin/Disputes'>;
type Whole = OutputOf<'Admin/Dispute'>;

const columns: readonly Column<Row>[] = [
  timeColumn,
  { key: 'serial', title: t('orderNumber'), render: (row) => row.serial, text: (row) => row.serial },
  {
    key: 'buyer',
    title: t('buyer'),
    render: ({ buyer }) => <MemberLink id={buyer.userid} name={buyer.nickname} />,
    text: (row) => row.buyer.userid,
  },
  {
    key: 'seller',
    title: t('seller'),
    render: ({ seller }) => <MemberLink id={seller.userid} name={seller.nickname} />,
    text: (row) => row.seller.userid,
  },
  {
    key: 'total',
    title: t('orderTotal'),
    align: 'right',
    render: (row) => coinAmount(row.total, row.coinid),
    text: (row) => row.total,
  },
  {
    key: 'amount',
    title: t('askedFor'),
    align: 'right',
    render: (row) => coinAmount(row.amount, row.coinid),
    text: (row) => row.amount,
  },
  {
    key: 'status',
    title: t('status'),
    render: (row) =>
      row.given === null ? (
        <Tag color="processing">{t('disputeWaits')}</Tag>
      ) : (
        <Tag color="success">{t('disputeGiven', { amount: coinAmount(row.given, row.coinid) })}</Tag>
      ),
    text: (row) => row.status,
  },
];

const options = [
  { value: '', label: t('disputeWaits') },
  { value: 'decided', label: t('disputeDecided') },
];

function inputOf({ status = '' }: Filters): InputOf<'Admin/Disputes'> {
  return { status: status === 'decided' ? 'decided' : 'disputed' };
}

/** What buyer and shop could not agree about: both sides, and the decision. */
export function DisputesScreen() {
  return (
    <ListScreen
      name="disputes"
      title={t('disputes')}
      path="Admin/Disputes"
      input={inputOf}
      choices={[{ key: 'status', label: t('status'), options }]}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noDisputes')}
      details={(row) => <Details row={row} />}
    />
  );
}

/** While one decides, both sides may write on, or agree. */
const REFETCH_MS = 15_000;

function Details({ row }: { row: Row }) {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['Admin/Dispute', { id: row.id }],
    queryFn: () => call('Admin/Dispute', { id: row.id }),
    refetchInterval: REFETCH_MS,
  });
  const failed = <Failure error={error} readAt={dataUpdatedAt} again={refetch} />;
  if (!data) return error ? failed : <Skeleton active />;
  return (
    <Flex vertical gap={16}>
      {failed}
      <Facts row={row} order={data} />
      <OrderCourse events={data.events} />
      {data.aftersale?.status === 'disputed' && <Decide row={row} />}
    </Flex>
  );
}

function Facts({ row, order }: { row: Row; order: Whole }) {
  return (
    <Descriptions
      bordered
      size="small"
      column={1}
      items={[
        {
          key: 'lines',
          label: t('orderLines'),
          children: order.lines
            .map(({ name, skuname, quantity }) => `${name} ${skuname} × ${quantity}`)
            .join(', '),
        },
        {
          key: 'paid',
          label: t('orderPaid'),
          children: `${coinAmount(order.paid, order.coinid)} + ${coinAmount(order.oblpaid, 'OBL')}`,
        },
        ...(order.aftersale
          ? [
              {
                key: 'asked',
                label: t('askedFor'),
                children: `${coinAmount(row.amount, row.coinid)} · ${t(`refund_${order.aftersale.kind}`)}`,
              },
            ]
          : []),
        { key: 'parcel', label: t('parcel'), children: `${order.carrier} ${order.tracking}` },
        { key: 'shop', label: t('shopName'), children: order.shop.name },
        ...(row.reason === '' ? [] : [{ key: 'reason', label: t('reason'), children: row.reason }]),
      ]}
    />
  );
}

function Decide({ row }: { row: Row }) {
  const id = useId();
  const [amount, setAmount] = useState(row.amount);
  const wanted = parseAmount(amount);
  const isMore = wanted !== undefined && wanted > (parseAmount(row.total) ?? 0n);
  const isGiven = wanted !== undefined && !isMore;
  return (
    <ReasonForm
      needs="Admin/DisputeDecide"
      hint={t('disputeHint')}
      done={t('recordedDone')}
      refreshes={['Admin/Disputes', 'Admin/Dispute', 'Admin/Queues']}
      acts={[
        {
          key: 'decide',
          label: t('disputeDo', { amount: isGiven ? coinAmount(amount, row.coinid) : '—' }),
          look: 'primary',
          disabled: !isGiven,
          run: (reason) => call('Admin/DisputeDecide', { id: row.id, amount, reason }),
        },
      ]}
    >
      <Form.Item
        label={t('toBuyer', { total: coinAmount(row.total, row.coinid) })}
        htmlFor={id}
        style={{ marginBottom: 0 }}
        {...(isMore && {
          validateStatus: 'error' as const,
          help: t('toBuyerMost', { total: coinAmount(row.total, row.coinid) }),
        })}
      >
        <Input
          id={id}
          inputMode="decimal"
          value={amount}
          maxLength={40}
          onChange={(event) => setAmount(event.target.value.trim())}
        />
      </Form.Item>
    </ReasonForm>
  );
}

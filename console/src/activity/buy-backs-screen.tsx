import { boughtDown, formatBuyBack, highestPriceUp, leastOpenUp } from '@openmere/core/activity/buy-back.ts';
import type { OutputOf } from '@openmere/core/calls.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Card, Descriptions, Flex, Input, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { ChangeForm } from '../parts/change-form.tsx';
import { amountAt, timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { Failure } from '../parts/list-table.tsx';
import type { Column } from '../parts/list-table.tsx';
import { coinAmount } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { findTextKey, t } from '../platform/texts.ts';
import { exactTime, TIME_WIDTH } from '../platform/time-text.ts';
import { useQueues } from '../platform/use-queues.ts';
import { ShortText } from '../ui/short-text.tsx';

type BuyBack = OutputOf<'Admin/BuyBacks'>;
type Basis = OutputOf<'Admin/BuyBackBasis'>;

const colours: Record<BuyBack['state'], string> = {
  waiting: 'processing',
  ordered: 'processing',
  done: 'success',
  expired: 'warning',
};
const REFETCH_MS = 5_000;

/** Why the contract refused, in words; a name that has none stays what it is. */
function refusedText(name: string): string {
  const key = findTextKey(`buyBackRefused_${name}`);
  return key === undefined ? name : t(key);
}

const columns: readonly Column<BuyBack>[] = [
  timeColumn,
  {
    key: 'state',
    title: t('status'),
    render: ({ state, refused }) => (
      <Flex vertical gap={2} align="start">
        <Tag color={colours[state]}>{t(`buyBack_${state}`)}</Tag>
        {refused !== null && <span>{refusedText(refused)}</span>}
      </Flex>
    ),
    text: (row) => row.state,
  },
  amountAt('usdt', t('buyBackAmount'), { coin: 'USDT', pick: (row) => row.usdt }),
  amountAt('open', t('buyBackBurned'), { coin: 'OPEN', pick: (row) => row.open }),
  {
    key: 'price',
    title: t('buyBackPrice'),
    align: 'right',
    render: (row) => row.price ?? t('buyBackUpTo', { price: row.highestprice }),
    text: (row) => row.price ?? row.highestprice,
  },
  {
    key: 'until',
    title: t('buyBackUntil'),
    width: TIME_WIDTH,
    render: (row) => exactTime(row.ended ?? row.deadline),
    text: (row) => row.ended ?? row.deadline,
  },
  {
    key: 'hash',
    title: t('hash'),
    render: (row) => (row.hash === null ? '—' : <ShortText text={row.hash} />),
    text: (row) => row.hash ?? '',
  },
  {
    key: 'agreed',
    title: t('permitAgreed'),
    render: (row) => `${row.maker}, ${row.checker}`,
    text: (row) => `${row.maker}, ${row.checker}`,
  },
];

function BasisCard({ basis }: { basis: Basis }) {
  const priceOf = (price: string | null): string => (price === null ? '—' : `${price} USDT`);
  const items = [
    { label: t('buyBackBalance'), children: coinAmount(basis.balance, 'USDT') },
    { label: t('buyBackMostOne'), children: coinAmount(basis.most, 'USDT') },
    { label: t('buyBackPoolPrice'), children: priceOf(basis.price) },
    { label: t('buyBackAverage'), children: priceOf(basis.average) },
    { label: t('buyBackHighest'), children: priceOf(basis.highestprice) },
    { label: t('buyBackPoolHolds'), children: coinAmount(basis.reserveusdt, 'USDT') },
  ];
  return (
    <Card size="small">
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2 }}
        items={items.map((item) => ({ ...item, key: item.label }))}
      />
    </Card>
  );
}

/** What is typed, as an order; undefined with the reason while it is none. */
function readOrder(basis: Basis, usdt: string, price: string) {
  const amount = parseAmount(usdt.trim());
  const highest = parseAmount(price.trim());
  if (amount === undefined || amount === 0n) return { why: t('buyBackNoAmount') };
  if (highest === undefined || highest === 0n) return { why: t('buyBackNoPrice') };
  const order = { amount, minOpen: leastOpenUp(amount, highest) };
  const market = {
    reserveUsdt: parseAmount(basis.reserveusdt) ?? 0n,
    reserveOpen: parseAmount(basis.reserveopen) ?? 0n,
    poolBps: basis.poolbps,
  };
  const expected = market.reserveUsdt === 0n ? 0n : boughtDown(amount, market);
  return { order, expected };
}

/** How much for how much at most: the price is what two people agree to, whatever the market does meanwhile. */
function NewBuyBack({ basis }: { basis: Basis }) {
  const [usdt, setUsdt] = useState('');
  const [price, setPrice] = useState(basis.highestprice ?? '');
  const { order, expected, why } = readOrder(basis, usdt, price);
  const tooDear = order !== undefined && expected < order.minOpen;
  const field = (label: string, value: string, change: (text: string) => void) => (
    <Flex vertical gap={2}>
      <span>{label}</span>
      <Input
        style={{ maxWidth: 240 }}
        aria-label={label}
        suffix="USDT"
        value={value}
        maxLength={40}
        inputMode="decimal"
        onChange={(event) => change(event.target.value)}
      />
    </Flex>
  );
  return (
    <ChangeForm
      kind="buyback"
      subject="market-value"
      choices={[{ value: order ? formatBuyBack(order) : '', label: t('permitLook'), why }]}
      fields={
        <Flex vertical gap={8}>
          <Flex gap={8} wrap align="center">
            {field(t('buyBackAmount'), usdt, setUsdt)}
            {field(t('buyBackHighestTyped'), price, setPrice)}
          </Flex>
          {order !== undefined && expected > 0n && (
            <span>
              {t('buyBackExpected', {
                open: coinAmount(formatAmount(expected), 'OPEN'),
                price: formatAmount(highestPriceUp({ amount: order.amount, minOpen: expected })),
                least: coinAmount(formatAmount(order.minOpen), 'OPEN'),
              })}
            </span>
          )}
          {tooDear && <Alert type="warning" showIcon title={t('buyBackTooDear')} />}
        </Flex>
      }
      refreshes={['Admin/BuyBacks', 'Admin/BuyBackBasis']}
    />
  );
}

function Head() {
  const isHalted = (useQueues().get('halts')?.waiting ?? 0) > 0;
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['Admin/BuyBackBasis'],
    queryFn: () => call('Admin/BuyBackBasis', {}),
    refetchInterval: REFETCH_MS,
  });
  // What is typed stays where the prices cannot be read again.
  const failed = <Failure error={error} readAt={dataUpdatedAt} />;
  if (!data) return error ? failed : <Skeleton active />;
  return (
    <Flex vertical gap={12}>
      {failed}
      <BasisCard basis={data} />
      {!data.available && <Alert type="info" showIcon title={t('buyBackUnavailable')} />}
      {data.available && isHalted && (
        <Alert
          type="warning"
          showIcon
          title={t('buyBackHalted')}
          action={<a href="#/halts">{t('haltsOpen')}</a>}
        />
      )}
      {data.available && data.underway && <Alert type="info" showIcon title={t('buyBackUnderway')} />}
      {data.available && !data.underway && (
        <>
          <span>{t('buyBackHow', { minutes: data.minutes })}</span>
          <NewBuyBack basis={data} />
        </>
      )}
    </Flex>
  );
}

/** Buy-backs with the market-value pool: the bounds, a new one for two people, and what came of the others. */
export function BuyBacksScreen() {
  return (
    <ListScreen
      name="buybacks"
      title={t('buyBacks')}
      path="Admin/BuyBacks"
      input={() => ({})}
      keeps={() => true}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noBuyBacks')}
      note={<Head />}
    />
  );
}

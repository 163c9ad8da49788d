import type { OutputOf } from '@openmere/core/calls.ts';
import { PAYING_POOL } from '@openmere/core/reward/pool-payment.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Skeleton, Table } from 'antd';
import { Failure } from '../parts/list-table.tsx';
import { groupDigits } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { linesOf, saveCsv } from '../platform/csv.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { Screen } from '../ui/screen.tsx';
import { PoolPay } from './pool-pay.tsx';

type Pools = OutputOf<'Admin/Pools'>;
type Projection = NonNullable<Pools['projection']>;

const REFETCH_MS = 30_000;
/** Those that members can be paid out of, or were. */
const projected = [
  'referral',
  'yield',
  'node',
  'leadership',
  'contribution',
  'market-value',
  'operations',
] as const;

/** Two decimals, never rounded up: a table of pools is read at a glance. */
function shortAmount(plain: string): string {
  const [whole = '0', decimals = ''] = plain.split('.');
  return groupDigits(`${whole}.${decimals.slice(0, 2).padEnd(2, '0')}`);
}

/** As the server says it: a spreadsheet rounds by itself. */
function saveSums(pools: Pools['pools']): void {
  const head = [
    'settlementPool',
    'coin',
    'poolBalance',
    'poolFunded30',
    'poolPaid30',
    'poolRunway',
    'poolNext',
  ] as const;
  const rows = pools.flatMap(({ pool, sums, next }) =>
    sums.map(({ coinid, balance, funded30, paid30, runwaydays }) => [
      pool,
      coinid,
      balance,
      funded30,
      paid30,
      String(runwaydays ?? ''),
      next ?? '',
    ]),
  );
  saveCsv(
    'pools',
    head.map((key) => t(key)),
    [linesOf(rows)],
  );
}

function PoolTable({ pools }: { pools: Pools['pools'] }) {
  const rows = pools.flatMap(({ pool, sums, next }) =>
    sums.map((sum, at) => ({
      ...sum,
      key: `${pool} ${sum.coinid}`,
      name: at === 0 ? t(`pool_${pool}`) : '',
      next: at === 0 ? next : null,
    })),
  );
  return (
    <Table
      size="small"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={rows}
      columns={[
        { title: t('settlementPool'), dataIndex: 'name', key: 'name' },
        {
          title: t('poolBalance'),
          key: 'balance',
          align: 'right',
          render: (_, row) => `${shortAmount(row.balance)} ${row.coinid}`,
        },
        {
          title: t('poolFunded30'),
          key: 'in',
          align: 'right',
          render: (_, row) => shortAmount(row.funded30),
        },
        { title: t('poolPaid30'), key: 'out', align: 'right', render: (_, row) => shortAmount(row.paid30) },
        {
          title: t('poolRunway'),
          key: 'runway',
          align: 'right',
          render: (_, row) => (row.runwaydays === null ? '—' : t('poolDays', { count: row.runwaydays })),
        },
        {
          title: t('poolNext'),
          key: 'next',
          render: (_, row) => (row.next === null ? '—' : exactTime(row.next)),
        },
      ]}
    />
  );
}

function ProjectionTable({ projection }: { projection: Projection }) {
  const { asof, power, equity, days } = projection;
  return (
    <Flex vertical gap={8}>
      <span>
        {t('projectionText', {
          power: shortAmount(power),
          equity: shortAmount(equity),
          time: exactTime(asof),
        })}
      </span>
      <Table
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
        rowKey="day"
        dataSource={[...days]}
        columns={[
          {
            title: t('projectionDay'),
            key: 'day',
            render: (_, { day }) => (day === 0 ? t('projectionNow') : t('poolDays', { count: day })),
          },
          ...projected.map((pool) => ({
            title: t(`pool_${pool}`),
            key: pool,
            align: 'right' as const,
            render: (_: unknown, row: Projection['days'][number]) =>
              shortAmount(row.balances.find((one) => one.pool === pool)?.balance ?? '0'),
          })),
          {
            title: t('projectionPaid'),
            key: 'paid',
            align: 'right',
            render: (_, row) => shortAmount(row.paid),
          },
          {
            title: t('projectionSetAside'),
            key: 'aside',
            align: 'right',
            render: (_, row) => shortAmount(row.setaside),
          },
        ]}
      />
    </Flex>
  );
}

/** What the pools hold, how long that lasts, and what becomes of them when nobody new joins (rulebook §0.6). */
export function PoolsScreen() {
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['Admin/Pools'],
    queryFn: () => call('Admin/Pools', {}),
    refetchInterval: REFETCH_MS,
  });
  const paying = data?.pools.find(({ pool }) => pool === PAYING_POOL);
  return (
    <Screen title={t('pools')} tools={data && <Button onClick={() => saveSums(data.pools)}>CSV</Button>}>
      <Failure error={error} readAt={dataUpdatedAt} />
      {!data && !error && <Skeleton active />}
      {data && (
        <Flex vertical gap={16}>
          <PoolTable pools={data.pools} />
          {paying && <PoolPay sums={paying.sums} />}
          <h3>{t('projection')}</h3>
          {data.projection === null ? (
            <span>{t('projectionNone')}</span>
          ) : (
            <ProjectionTable projection={data.projection} />
          )}
        </Flex>
      )}
    </Screen>
  );
}

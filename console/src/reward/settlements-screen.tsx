import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Card, Flex, Skeleton, Tag } from 'antd';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { mayCall } from '../platform/access.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime, TIME_WIDTH } from '../platform/time-text.ts';
import { useAction } from '../platform/use-action.ts';
import { useMe } from '../platform/use-me.ts';
import { Sums } from './sums.tsx';

type Run = OutputOf<'Admin/Settlements'>;
type Next = OutputOf<'Admin/SettlementNext'>;

const colours: Record<Run['state'], string> = {
  opened: 'processing',
  written: 'processing',
  settled: 'success',
};
const pools = ['referral', 'yield', 'leadership', 'contribution', 'node'] as const;
const REFETCH_MS = 5_000;

const columns: readonly Column<Run>[] = [
  {
    key: 'period',
    title: t('settlementPeriod'),
    render: (row) => periodText(row),
    text: (row) => row.period,
  },
  {
    key: 'pool',
    title: t('settlementPool'),
    render: (row) => t(`pool_${row.pool}`),
    text: (row) => row.pool,
  },
  {
    key: 'state',
    title: t('status'),
    render: ({ state }) => <Tag color={colours[state]}>{t(`settlement_${state}`)}</Tag>,
    text: (row) => row.state,
  },
  {
    key: 'sums',
    title: t('settlementSums'),
    render: ({ sums }) => <Sums sums={sums} />,
    text: ({ sums }) => sums.map(({ coinid, funded, due }) => `${coinid} ${funded} ${due}`).join('; '),
  },
  {
    key: 'settled',
    title: t('settlementDone'),
    width: TIME_WIDTH,
    render: (row) => (row.settled === null ? '—' : exactTime(row.settled)),
    text: (row) => row.settled ?? '',
  },
];

function periodText({ period, days }: Pick<Run, 'period' | 'days'>): string {
  return days === 1 ? period : t('settlementWeek', { day: period });
}

/** How the job stands: fine, waiting for its next try, or with periods that are begun and not done. */
function JobState({ next }: { next: Next }) {
  const { job, open } = next;
  if (job === null) return <Alert type="info" showIcon title={t('settlementNoRun')} />;
  if (job.error !== null)
    return (
      <Alert
        type="warning"
        showIcon
        role="alert"
        title={t('settlementFailed', { count: job.failures, time: exactTime(job.failed ?? job.started) })}
        description={job.error}
      />
    );
  if (open > 0) return <Alert type="info" showIcon title={t('settlementOpen', { count: open })} />;
  return (
    <Alert
      type="success"
      showIcon
      title={t('settlementFine', { time: exactTime(job.finished ?? job.started) })}
    />
  );
}

function Actions() {
  const me = useMe();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const { busy, failure, run } = useAction();
  if (me === undefined || !mayCall(me.role, 'Admin/SettlementRun')) return null;
  const ask = (what: 'settle' | 'preview'): void =>
    void run(async () => {
      await call('Admin/SettlementRun', { what });
      void message.success(t('settlementAsked'));
      await queries.invalidateQueries({ queryKey: ['Admin/SettlementNext'] });
    });
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} wrap>
        <Button loading={busy} onClick={() => ask('settle')}>
          {t('settlementGoOn')}
        </Button>
        <Button loading={busy} onClick={() => ask('preview')}>
          {t('settlementAnew')}
        </Button>
      </Flex>
      {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
    </Flex>
  );
}

function Preview({ one }: { one: Next['next'][number] }) {
  const { pool, ends, made, claimable, notqualified, sums } = one;
  return (
    <Card size="small" title={t(`pool_${pool}`)} extra={t('settlementEnds', { time: exactTime(ends) })}>
      <Flex vertical gap={8}>
        <Sums sums={sums} empty={t('settlementNothing')} />
        <span>{t('settlementCounts', { claimable, notqualified })}</span>
        <span>{t('settlementMade', { time: exactTime(made) })}</span>
      </Flex>
    </Card>
  );
}

function Head() {
  const { data, error } = useQuery({
    queryKey: ['Admin/SettlementNext'],
    queryFn: () => call('Admin/SettlementNext', {}),
    refetchInterval: REFETCH_MS,
  });
  if (error) return <Alert type="error" showIcon role="alert" title={failureText(error)} />;
  if (!data) return <Skeleton active />;
  const shown = pools.flatMap((pool) => data.next.filter((one) => one.pool === pool));
  return (
    <Flex vertical gap={12}>
      <JobState next={data} />
      <Actions />
      <h3>{t('settlementNext')}</h3>
      <span>{t('settlementNextText')}</span>
      <div
        style={{
          display: 'grid',
          gap: 12,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
        }}
      >
        {shown.map((one) => (
          <Preview key={one.pool} one={one} />
        ))}
      </div>
      {shown.length === 0 && <span>{t('settlementNoPreview')}</span>}
      <h3>{t('settlementRuns')}</h3>
    </Flex>
  );
}

/** What was settled, what would be next, and the way to go on where it is stuck. */
export function SettlementsScreen() {
  return (
    <ListScreen
      name="settlements"
      title={t('settlements')}
      path="Admin/Settlements"
      input={({ pool = '' }) => {
        const chosen = pools.find((one) => one === pool);
        return chosen === undefined ? {} : { pool: chosen };
      }}
      choices={[
        {
          key: 'pool',
          label: t('settlementPool'),
          options: [
            { value: '', label: t('settlementAllPools') },
            ...pools.map((value) => ({ value, label: t(`pool_${value}`) })),
          ],
        },
      ]}
      columns={columns}
      rowKey={(row) => `${row.pool} ${row.period}`}
      empty={t('noSettlements')}
      note={<Head />}
    />
  );
}

import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Tag } from 'antd';
import { timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { coinAmount } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { findTextKey, t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';

type Row = OutputOf<'Admin/MemberRewards'>;
type Step = OutputOf<'Admin/RewardExplain'>['steps'][number];

const colours: Record<Row['status'], string> = {
  pending: 'processing',
  claimable: 'success',
  claimed: 'default',
  notqualified: 'warning',
};

const columns: readonly Column<Row>[] = [
  timeColumn,
  { key: 'kind', title: t('kind'), render: (row) => row.description, text: (row) => row.kind },
  { key: 'period', title: t('settlementPeriod'), render: (row) => row.period, text: (row) => row.period },
  {
    key: 'status',
    title: t('status'),
    render: ({ status }) => <Tag color={colours[status]}>{t(`reward_${status}`)}</Tag>,
    text: (row) => row.status,
  },
  {
    key: 'total',
    title: t('amount'),
    align: 'right',
    render: (row) => coinAmount(row.total, row.coinid),
    text: (row) => `${row.total} ${row.coinid}`,
  },
];

/** A pool by its name; one that this console does not know keeps its word. */
function poolText(pool: string): string {
  const key = findTextKey(`pool_${pool}`);
  return key === undefined ? pool : t(key);
}

function stepText(step: Step): string {
  const amount = coinAmount(step.amount, step.coinid);
  if (step.step === 'fee')
    return t('step_fee', {
      event: step.event === null ? '' : t(`feeEvent_${step.event}`),
      time: exactTime(step.time),
      payer: step.payer ?? '',
      fee: coinAmount(step.fee ?? '0', step.coinid),
      amount,
    });
  if (step.step === 'sum') return t('step_sum', { amount });
  if (step.step === 'share' && step.rate !== null)
    return step.alreadypaid === null || step.alreadypaid === '0'
      ? t('step_rate', { rate: step.rate, amount })
      : t('step_rateLess', { rate: step.rate, already: step.alreadypaid, amount });
  if (step.step === 'share')
    return t('step_weight', { weight: step.weight ?? '', total: step.weighttotal ?? '', amount });
  if (step.step === 'pool') return t('step_pool', { pool: poolText(step.pool ?? '') });
  return t(step.step === 'settled' ? 'step_settled' : 'step_claimed', { time: exactTime(step.time) });
}

/** How the sum came about, step by step, as it was decided. */
function Explained({ userid, id }: { userid: string; id: string }) {
  const { data, error } = useQuery({
    queryKey: ['Admin/RewardExplain', userid, id],
    queryFn: () => call('Admin/RewardExplain', { userid, id }),
  });
  if (error) return <Alert type="error" showIcon role="alert" title={failureText(error)} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      {data.reason !== undefined && <p>{data.reason}</p>}
      <ol>
        {data.steps.map((step, at) => (
          // The steps are in their order and have no name of their own.
          <li key={`${step.step} ${at}`}>
            {stepText(step)}
            {step.step === 'share' && step.level !== null && ` ${t('step_level', { level: step.level })}`}
          </li>
        ))}
      </ol>
    </>
  );
}

/** A member's rewards; each unfolds into how it came about. */
export function RewardRecords({ member }: { member: string }) {
  return (
    <ListScreen
      bare
      name="member-rewards"
      title={t('rewards')}
      path="Admin/MemberRewards"
      input={() => ({ userid: member })}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('nothingFound')}
      details={(row) => <Explained userid={member} id={row.id} />}
    />
  );
}

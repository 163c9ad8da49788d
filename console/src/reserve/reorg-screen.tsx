import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Skeleton, Table, Tag, Typography } from 'antd';
import type { TableProps } from 'antd';
import { ChangeForm } from '../parts/change-form.tsx';
import { Failure } from '../parts/list-table.tsx';
import { MemberLink } from '../parts/member-link.tsx';
import { coinAmount } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { findTextKey, t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { Screen } from '../ui/screen.tsx';
import { ShortText } from '../ui/short-text.tsx';

type Reorg = OutputOf<'Admin/Reorg'>;
type Row = Reorg['rows'][number];

const REFETCH_MS = 5_000;
const colours: Record<Row['state'], string> = { gone: 'error', booked: 'default', back: 'processing' };

/** What was applied, in words; one that has none keeps its name. */
function appliedText(kind: string): string {
  const key = findTextKey(`applied_${kind.replaceAll('-', '_')}`);
  return key === undefined ? kind : t(key);
}

const columns: NonNullable<TableProps<Row>['columns']> = [
  { title: t('block'), dataIndex: 'block' },
  { title: t('reorgKind'), dataIndex: 'kind', render: appliedText },
  {
    title: t('member'),
    render: (_, { userid, nickname }) =>
      userid === null ? '—' : <MemberLink id={userid} name={nickname ?? ''} />,
  },
  {
    title: t('amount'),
    align: 'right',
    render: (_, row) =>
      row.amount === null || row.coinid === null ? t('reorgNoMoney') : coinAmount(row.amount, row.coinid),
  },
  {
    title: t('reorgDirection'),
    dataIndex: 'direction',
    render: (direction: Row['direction']) => (direction === null ? '—' : t(`reorg_${direction}`)),
  },
  {
    title: t('status'),
    dataIndex: 'state',
    render: (state: Row['state'], { again, replaced }) => (
      <>
        <Tag color={colours[state]}>{t(`reorg_${state}`)}</Tag>
        {again !== null && again !== 'none' && <Tag color="warning">{t(`reorgAgain_${again}`)}</Tag>}
        {replaced !== null && <Tag color="error">{t('reorgReplaced', { block: replaced })}</Tag>}
      </>
    ),
  },
  { title: t('hash'), dataIndex: 'hash', render: (hash: string) => <ShortText text={hash} /> },
];

/** A final block that changed: what is known, which step comes next, and what is gone with it. */
export function ReorgScreen() {
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['Admin/Reorg'],
    queryFn: () => call('Admin/Reorg', {}),
    refetchInterval: REFETCH_MS,
  });
  return (
    <Screen title={t('reorg')}>
      <Failure error={error} readAt={dataUpdatedAt} />
      {data === undefined ? error === null && <Skeleton active /> : <Found reorg={data} />}
    </Screen>
  );
}

function Found({ reorg }: { reorg: Reorg }) {
  const { stage, foundat, block, common, cursor, rows } = reorg;
  const isAllBack = stage === 'booking' && rows.length === 0;
  return (
    <>
      <Alert
        type={stage === 'none' ? 'success' : isAllBack ? 'info' : 'error'}
        showIcon
        title={t(isAllBack ? 'reorgAllBack' : `reorgStage_${stage}`)}
        description={
          <Typography.Text>{t(isAllBack ? 'reorgAllBackHint' : `reorgHint_${stage}`)}</Typography.Text>
        }
      />
      {stage !== 'none' && (
        <Descriptions size="small" column={1}>
          <Descriptions.Item label={t('reorgFound')}>{exactTime(foundat)}</Descriptions.Item>
          <Descriptions.Item label={t('reorgBlock')}>{block}</Descriptions.Item>
          <Descriptions.Item label={t('reorgCommon')}>{common ?? '—'}</Descriptions.Item>
          <Descriptions.Item label={t('reorgDepth')}>
            {block === null || common === null ? '—' : block - common}
          </Descriptions.Item>
          <Descriptions.Item label={t('reorgCursor')}>{cursor ?? '—'}</Descriptions.Item>
        </Descriptions>
      )}
      {rows.some(({ replaced }) => replaced !== null) && (
        <Alert type="error" showIcon title={t('reorgReplacedTitle')} description={t('reorgReplacedHint')} />
      )}
      <LostPayouts reorg={reorg} />
      {(stage === 'found' || stage === 'booking') && (
        <ChangeForm
          kind="reorg"
          subject={stage === 'found' ? 'rollback' : 'book'}
          choices={[
            {
              value: '',
              label: t(stage === 'found' ? 'lookAtRollback' : isAllBack ? 'lookAtClose' : 'lookAtLosses'),
            },
          ]}
          refreshes={['Admin/Reorg', 'Admin/Halts']}
        />
      )}
      {rows.length > 0 && (
        <Table<Row>
          size="small"
          columns={columns}
          rowKey={(row) => `${row.kind} ${row.hash} ${row.block}`}
          dataSource={rows}
          pagination={false}
          scroll={{ x: 'max-content' }}
        />
      )}
    </>
  );
}

/** Payouts of ours that are gone: sent again as they are, or, where another transaction used their nonce, signed anew. */
function LostPayouts({ reorg: { resend, rows } }: { reorg: Reorg }) {
  if (resend === 'none') return null;
  if (resend === 'open') return <Step step="resend" hint={t('reorgResendHint')} look={t('lookAtResend')} />;
  const states = rows.map(({ again }) => again);
  if (states.includes('proved'))
    return <Step step="again" hint={t('reorgAgainHint')} look={t('lookAtAgain')} />;
  return (
    <Alert type="info" showIcon title={t(states.includes('asked') ? 'reorgSigning' : 'reorgResending')} />
  );
}

function Step({ step, hint, look }: { step: 'resend' | 'again'; hint: string; look: string }) {
  return (
    <>
      <Alert type="warning" showIcon title={hint} />
      <ChangeForm
        kind="reorg"
        subject={step}
        choices={[{ value: '', label: look }]}
        refreshes={['Admin/Reorg']}
      />
    </>
  );
}

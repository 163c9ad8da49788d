import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Skeleton, Table, type TableProps, Tag, Typography } from 'antd';
import { coinAmount } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { ChangeForm } from '../parts/change-form.tsx';
import { failureText } from '../platform/failure-text.ts';
import { MemberLink } from '../parts/member-link.tsx';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { Screen } from '../ui/screen.tsx';
import { ShortText } from '../ui/short-text.tsx';

type Reorg = OutputOf<'Admin/Reorg'>;
type Row = Reorg['rows'][number];

const refetchMs = 5_000;
const colours: Record<Row['state'], string> = { gone: 'error', booked: 'default', back: 'processing' };

const columns: NonNullable<TableProps<Row>['columns']> = [
  { title: t('block'), dataIndex: 'block' },
  { title: t('reorgKind'), dataIndex: 'kind' },
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
    render: (state: Row['state']) => <Tag color={colours[state]}>{t(`reorg_${state}`)}</Tag>,
  },
  { title: t('hash'), dataIndex: 'hash', render: (hash: string) => <ShortText text={hash} /> },
];

/** A final block that changed: what is known, which step comes next, and what is gone with it. */
export function ReorgScreen() {
  const { data, error } = useQuery({
    queryKey: ['Admin/Reorg'],
    queryFn: () => call('Admin/Reorg', {}),
    refetchInterval: refetchMs,
  });
  return (
    <Screen title={t('reorg')}>
      {error !== null && <Alert type="error" showIcon title={failureText(error)} />}
      {data === undefined ? error === null && <Skeleton active /> : <Found reorg={data} />}
    </Screen>
  );
}

function Found({ reorg }: { reorg: Reorg }) {
  const { stage, foundat, block, common, cursor, rows } = reorg;
  return (
    <>
      <Alert
        type={stage === 'none' ? 'success' : 'error'}
        showIcon
        title={t(`reorgStage_${stage}`)}
        description={<Typography.Text>{t(`reorgHint_${stage}`)}</Typography.Text>}
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
      {reorg.resend === 'sending' && <Alert type="info" showIcon title={t('reorgResending')} />}
      {reorg.resend === 'open' && (
        <>
          <Alert type="warning" showIcon title={t('reorgResendHint')} />
          <ChangeForm
            kind="reorg"
            subject="resend"
            choices={[{ value: '', label: t('lookAtResend') }]}
            refreshes={['Admin/Reorg']}
          />
        </>
      )}
      {(stage === 'found' || stage === 'booking') && (
        <ChangeForm
          kind="reorg"
          subject={stage === 'found' ? 'rollback' : 'book'}
          choices={[{ value: '', label: t(stage === 'found' ? 'lookAtRollback' : 'lookAtLosses') }]}
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

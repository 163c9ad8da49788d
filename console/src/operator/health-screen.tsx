import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Flex, Skeleton, Table, Tag, Typography } from 'antd';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { ResumePayouts } from './resume-payouts.tsx';

export type Health = OutputOf<'Admin/Health'>;

function Verdict({ equal }: { equal: boolean | null }) {
  if (equal === null) return <Tag>{t('notYet')}</Tag>;
  return equal ? <Tag color="green">{t('equal')}</Tag> : <Tag color="red">{t('different')}</Tag>;
}

function Coins({ rows }: { rows: Health['coins'] }) {
  return (
    <Table<Health['coins'][number]>
      rowKey="coinid"
      dataSource={rows}
      pagination={false}
      scroll={{ x: 'max-content' }}
      columns={[
        { title: t('coin'), dataIndex: 'coinid' },
        { title: t('liabilities'), dataIndex: 'liabilities', align: 'right' },
        { title: t('ledgerReserve'), dataIndex: 'ledgerreserve', align: 'right' },
        { title: t('chainReserve'), align: 'right', render: (_, row) => row.chainreserve ?? '—' },
        { title: t('block'), render: (_, row) => row.asofblock ?? '—' },
        { title: t('compared'), render: (_, row) => <Verdict equal={row.equal} /> },
      ]}
    />
  );
}

/** Do we hold what we owe, does everything run, and are payouts open. */
export function HealthScreen() {
  const { data, error, refetch } = useQuery({
    queryKey: ['Admin/Health'],
    queryFn: () => call('Admin/Health', {}),
    refetchInterval: 5_000,
  });
  if (error) return <Alert type="error" message={error.message || t('failed')} />;
  if (!data) return <Skeleton active />;
  const { chain } = data;
  return (
    <Flex vertical gap={16}>
      <Typography.Title level={2} style={{ margin: 0, fontSize: 20 }}>
        {t('health')}
      </Typography.Title>
      {data.halted && (
        <Alert
          type="error"
          showIcon
          message={t('halted')}
          description={<ResumePayouts reason={data.haltreason ?? ''} onDone={() => void refetch()} />}
        />
      )}
      <Coins rows={data.coins} />
      <Descriptions
        bordered
        size="small"
        column={{ xs: 1, lg: 2 }}
        items={[
          { key: 'id', label: t('chainId'), children: chain.chainid },
          { key: 'head', label: t('head'), children: chain.head ?? '—' },
          { key: 'final', label: t('finalized'), children: chain.finalized ?? '—' },
          { key: 'cursor', label: t('cursor'), children: chain.cursor ?? '—' },
          { key: 'lag', label: t('lag'), children: chain.lagms === null ? '—' : `${chain.lagms} ms` },
          { key: 'reconciled', label: t('reconciled'), children: exactTime(data.reconciled) },
          { key: 'verifiedAt', label: t('ledgerVerified'), children: exactTime(data.ledgerverified) },
        ]}
      />
      <Table<Health['queues'][number]>
        rowKey="name"
        size="small"
        pagination={false}
        dataSource={data.queues}
        columns={[
          { title: t('queue'), dataIndex: 'name' },
          { title: t('waiting'), dataIndex: 'waiting' },
          { title: t('oldest'), dataIndex: 'oldest', render: exactTime },
        ]}
      />
      <Table<Health['processes'][number]>
        rowKey="name"
        size="small"
        pagination={false}
        dataSource={data.processes}
        columns={[
          { title: t('process'), dataIndex: 'name' },
          {
            title: t('state'),
            render: (_, row) => (
              <Tag color={row.alive ? 'green' : 'red'}>{t(row.alive ? 'alive' : 'silent')}</Tag>
            ),
          },
          { title: t('lastSeen'), dataIndex: 'lastseen', render: exactTime },
        ]}
      />
    </Flex>
  );
}

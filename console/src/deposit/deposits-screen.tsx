import type { OutputOf } from '@openmere/core/calls.ts';
import { type DepositStatus, depositStatuses } from '@openmere/core/deposit/contract.ts';
import { Alert, Button, Flex, Input, Select, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useList } from '../platform/use-list.ts';

type Row = OutputOf<'Admin/Deposits'>;

/** Deposits of all members, by status, member or transaction hash. */
export function DepositsScreen() {
  const [status, setStatus] = useState<DepositStatus>();
  const [search, setSearch] = useState('');
  const hash = /^0x[0-9a-fA-F]{64}$/.test(search) ? search : undefined;
  const userid = /^mem_/.test(search) ? search : undefined;
  const input = { ...(status ? { status } : {}), ...(hash ? { hash } : {}), ...(userid ? { userid } : {}) };
  const { rows, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useList(
    'Admin/Deposits',
    input,
  );
  return (
    <Flex vertical gap={16}>
      <Flex gap={8} wrap align="center">
        <Typography.Title level={2} style={{ margin: 0, fontSize: 20, flex: 1 }}>
          {t('deposits')}
        </Typography.Title>
        <Input.Search
          placeholder={t('depositSearch')}
          allowClear
          onSearch={setSearch}
          style={{ width: 320 }}
        />
        <Select<DepositStatus>
          aria-label={t('status')}
          allowClear
          placeholder={t('status')}
          onChange={setStatus}
          options={depositStatuses.map((value) => ({ value, label: t(`deposit_${value}`) }))}
          style={{ width: 160 }}
        />
      </Flex>
      {error && <Alert type="error" message={error.message || t('failed')} />}
      <Table<Row>
        rowKey="id"
        loading={isPending}
        dataSource={rows}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('time'), dataIndex: 'time', render: exactTime },
          { title: t('member'), dataIndex: 'userid' },
          { title: t('amount'), align: 'right', render: (_, row) => `${row.amount} ${row.coinid}` },
          {
            title: t('status'),
            render: (_, row) => <Tag>{t(`deposit_${row.status as DepositStatus}`)}</Tag>,
          },
          { title: t('block'), render: (_, row) => `${row.block} / ${row.logindex}` },
          { title: t('swept'), dataIndex: 'swept', render: exactTime },
          {
            title: t('hash'),
            render: (_, row) => (
              <Typography.Text copyable={{ text: row.hash ?? '' }}>{row.hash?.slice(0, 12)}…</Typography.Text>
            ),
          },
        ]}
      />
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Flex>
  );
}

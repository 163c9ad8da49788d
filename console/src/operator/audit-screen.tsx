import type { OutputOf } from '@openmere/core/calls.ts';
import { Alert, Button, Flex, Input, Table, Typography } from 'antd';
import { useState } from 'react';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useList } from '../platform/use-list.ts';

type Row = OutputOf<'Admin/Audit'>;

/** What operators did, newest first; the log can only grow, and each row's hash covers the one before. */
export function AuditScreen() {
  const [account, setAccount] = useState('');
  const { rows, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useList(
    'Admin/Audit',
    account === '' ? {} : { account },
  );
  return (
    <Flex vertical gap={16}>
      <Flex justify="space-between" wrap gap={8}>
        <Typography.Title level={2} style={{ margin: 0, fontSize: 20 }}>
          {t('audit')}
        </Typography.Title>
        <Input.Search placeholder={t('account')} allowClear onSearch={setAccount} style={{ width: 240 }} />
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
          { title: t('account'), dataIndex: 'account' },
          { title: t('action'), dataIndex: 'action' },
          { title: t('subject'), dataIndex: 'subject' },
          { title: t('detail'), render: (_, row) => JSON.stringify(row.detail) },
          { title: t('chainHash'), render: (_, row) => `${row.hash.slice(0, 16)}…` },
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

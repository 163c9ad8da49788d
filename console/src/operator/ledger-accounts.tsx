import type { OutputOf } from '@openmere/core/calls.ts';
import { Alert, App, Button, Flex, Input, Table } from 'antd';
import { useState } from 'react';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';
import { useList } from '../platform/use-list.ts';

type Account = OutputOf<'Admin/LedgerAccounts'>;

/** Ledger accounts by prefix, each with a recount from its postings. */
export function LedgerAccounts() {
  const { modal } = App.useApp();
  const [prefix, setPrefix] = useState('');
  const { rows, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useList(
    'Admin/LedgerAccounts',
    prefix === '' ? {} : { prefix },
  );

  async function verify({ account, coinid }: Account): Promise<void> {
    try {
      const found = await call('Admin/LedgerVerify', { account, coinid });
      const text = t('verified', {
        stored: found.stored,
        recomputed: found.recomputed,
        postings: found.postings,
      });
      void (found.equal
        ? modal.success({ title: t('equal'), content: text })
        : modal.error({ title: t('different'), content: text }));
    } catch (failure) {
      void modal.error({ title: t('failed'), content: failure instanceof Error ? failure.message : '' });
    }
  }

  return (
    <Flex vertical gap={16}>
      <Input.Search
        placeholder={t('accountSearch')}
        allowClear
        onSearch={setPrefix}
        style={{ maxWidth: 480 }}
      />
      {error && <Alert type="error" message={error.message || t('failed')} />}
      <Table<Account>
        rowKey={(row) => row.account + row.coinid}
        loading={isPending}
        dataSource={rows}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('ledgerAccount'), dataIndex: 'account' },
          { title: t('coin'), dataIndex: 'coinid' },
          { title: t('balance'), dataIndex: 'balance', align: 'right' },
          {
            title: t('recount'),
            render: (_, row) => (
              <Button size="small" onClick={() => void verify(row)}>
                {t('recount')}
              </Button>
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

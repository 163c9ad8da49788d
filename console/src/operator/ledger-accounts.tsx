import type { OutputOf } from '@openmere/core/calls.ts';
import { Flex } from 'antd';
import { useState } from 'react';
import { groupDigits } from '../platform/amount-text.ts';
import { t } from '../platform/texts.ts';
import { useList } from '../platform/use-list.ts';
import { ListTable } from '../platform/list-table.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Recount } from './recount.tsx';

type Account = OutputOf<'Admin/LedgerAccounts'>;

/** Ledger accounts by prefix, each with a recount from its postings. */
export function LedgerAccounts() {
  const [prefix, setPrefix] = useState('');
  const list = useList('Admin/LedgerAccounts', prefix === '' ? {} : { prefix });
  return (
    <Flex vertical gap={16}>
      <SearchField label={t('accountSearch')} onSearch={setPrefix} />
      <ListTable<Account>
        list={list}
        rowKey={(row) => `${row.account} ${row.coinid}`}
        empty={t('nothingFound')}
        columns={[
          { title: t('ledgerAccount'), dataIndex: 'account' },
          { title: t('coin'), dataIndex: 'coinid' },
          { title: t('balance'), dataIndex: 'balance', align: 'right', render: groupDigits },
          {
            title: t('recount'),
            render: (_, row) => <Recount account={row.account} coinid={row.coinid} />,
          },
        ]}
      />
    </Flex>
  );
}

import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { Flex, Table } from 'antd';
import { useState } from 'react';
import { coinAmount, groupDigits } from '../platform/amount-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useList } from '../platform/use-list.ts';
import { ListTable } from '../platform/list-table.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ShortText } from '../ui/short-text.tsx';

type Entry = OutputOf<'Admin/LedgerEntries'>;

function Postings({ entry }: { entry: Entry }) {
  return (
    <Table<Entry['postings'][number]>
      rowKey={(posting) => `${posting.source} ${posting.destination} ${posting.coinid} ${posting.amount}`}
      size="small"
      pagination={false}
      dataSource={entry.postings}
      columns={[
        { title: t('from'), dataIndex: 'source' },
        { title: t('fromAfter'), align: 'right', dataIndex: 'sourceafter', render: groupDigits },
        { title: t('to'), dataIndex: 'destination' },
        { title: t('toAfter'), align: 'right', dataIndex: 'destinationafter', render: groupDigits },
        { title: t('amount'), align: 'right', render: (_, one) => coinAmount(one.amount, one.coinid) },
      ]}
    />
  );
}

/** Account names carry a colon, references an underscore; what is left is a kind. */
function filterOf(text: string): InputOf<'Admin/LedgerEntries'> {
  if (text === '') return {};
  if (text.includes(':')) return { account: text };
  return text.includes('_') ? { reference: text } : { kind: text };
}

/** Journal entries, newest first; searched by account (`member:…:available`), reference or kind. */
export function LedgerEntries() {
  const [search, setSearch] = useState('');
  const list = useList('Admin/LedgerEntries', filterOf(search));
  return (
    <Flex vertical gap={16}>
      <SearchField label={t('entrySearch')} onSearch={setSearch} />
      <ListTable<Entry>
        list={list}
        rowKey={(row) => row.id}
        empty={t('nothingFound')}
        expandable={{ expandedRowRender: (entry) => <Postings entry={entry} /> }}
        columns={[
          { title: t('entry'), dataIndex: 'id' },
          { title: t('time'), dataIndex: 'time', render: exactTime },
          { title: t('kind'), dataIndex: 'kind' },
          {
            title: t('amount'),
            align: 'right',
            render: (_, { postings }) =>
              postings.map((one) => coinAmount(one.amount, one.coinid)).join(' + '),
          },
          { title: t('reference'), dataIndex: 'reference' },
          { title: t('actor'), dataIndex: 'actor', render: (actor: string) => <ShortText text={actor} /> },
        ]}
      />
    </Flex>
  );
}

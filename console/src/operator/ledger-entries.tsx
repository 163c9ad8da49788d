import type { OutputOf } from '@openmere/core/calls.ts';
import { Alert, Button, Flex, Input, Table } from 'antd';
import { useState } from 'react';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useList } from '../platform/use-list.ts';

type Entry = OutputOf<'Admin/LedgerEntries'>;

function Postings({ entry }: { entry: Entry }) {
  return (
    <Table<Entry['postings'][number]>
      rowKey={(posting) => posting.source + posting.destination + posting.amount}
      size="small"
      pagination={false}
      dataSource={entry.postings}
      columns={[
        { title: t('from'), dataIndex: 'source' },
        { title: t('to'), dataIndex: 'destination' },
        { title: t('amount'), align: 'right', render: (_, posting) => `${posting.amount} ${posting.coinid}` },
        { title: t('fromAfter'), align: 'right', dataIndex: 'sourceafter' },
        { title: t('toAfter'), align: 'right', dataIndex: 'destinationafter' },
      ]}
    />
  );
}

/** Journal entries, newest first; searched by account (`member:…:available`), kind or reference. */
export function LedgerEntries() {
  const [search, setSearch] = useState('');
  const text = search.trim();
  const input =
    text === ''
      ? {}
      : text.includes(':')
        ? { account: text }
        : text.includes('_')
          ? { reference: text }
          : { kind: text };
  const { rows, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useList(
    'Admin/LedgerEntries',
    input,
  );
  return (
    <Flex vertical gap={16}>
      <Input.Search
        placeholder={t('entrySearch')}
        allowClear
        onSearch={setSearch}
        style={{ maxWidth: 480 }}
      />
      {error && <Alert type="error" message={error.message || t('failed')} />}
      <Table<Entry>
        rowKey="id"
        loading={isPending}
        dataSource={rows}
        pagination={false}
        scroll={{ x: 'max-content' }}
        expandable={{ expandedRowRender: (entry) => <Postings entry={entry} /> }}
        columns={[
          { title: t('time'), dataIndex: 'time', render: exactTime },
          { title: t('kind'), dataIndex: 'kind' },
          { title: t('entry'), dataIndex: 'id' },
          { title: t('reference'), dataIndex: 'reference' },
          { title: t('actor'), dataIndex: 'actor' },
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

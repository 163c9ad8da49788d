import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import type { DepositStatus } from '@openmere/core/deposit/contract.ts';
import { Select, Tag } from 'antd';
import { useState } from 'react';
import { coinAmount } from '../platform/amount-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useList } from '../platform/use-list.ts';
import { ListTable } from '../platform/list-table.tsx';
import { Screen } from '../ui/screen.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ShortText } from '../ui/short-text.tsx';

type Row = OutputOf<'Admin/Deposits'>;

const colours: Record<DepositStatus, string> = {
  seen: 'processing',
  credited: 'success',
  ignored: 'default',
  orphaned: 'error',
};

const statuses = Object.keys(colours) as DepositStatus[];

/** A hash or a member id narrows the list; any other text is one that no member has. */
function filterOf(search: string): Pick<InputOf<'Admin/Deposits'>, 'hash' | 'userid'> {
  if (search === '') return {};
  return /^0x[0-9a-fA-F]{64}$/.test(search) ? { hash: search } : { userid: search };
}

/** Deposits of all members, by status, member or transaction hash. */
export function DepositsScreen() {
  const [status, setStatus] = useState<DepositStatus>();
  const [search, setSearch] = useState('');
  const list = useList('Admin/Deposits', { ...(status ? { status } : {}), ...filterOf(search) });
  const tools = (
    <>
      <SearchField label={t('depositSearch')} onSearch={setSearch} />
      <Select<DepositStatus>
        aria-label={t('status')}
        allowClear
        placeholder={t('allStatuses')}
        popupMatchSelectWidth={false}
        onChange={setStatus}
        options={statuses.map((value) => ({ value, label: t(`deposit_${value}`) }))}
      />
    </>
  );
  return (
    <Screen title={t('deposits')} tools={tools}>
      <ListTable<Row>
        list={list}
        rowKey={(row) => row.id}
        empty={t('nothingFound')}
        columns={[
          { title: t('time'), dataIndex: 'time', render: exactTime },
          { title: t('amount'), align: 'right', render: (_, row) => coinAmount(row.amount, row.coinid) },
          {
            title: t('status'),
            dataIndex: 'status',
            render: (value: DepositStatus) => <Tag color={colours[value]}>{t(`deposit_${value}`)}</Tag>,
          },
          { title: t('member'), dataIndex: 'userid' },
          { title: t('block'), dataIndex: 'block' },
          { title: t('swept'), dataIndex: 'swept', render: exactTime },
          { title: t('hash'), dataIndex: 'hash', render: (hash: string | null) => <ShortText text={hash} /> },
        ]}
      />
    </Screen>
  );
}

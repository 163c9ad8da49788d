import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useList } from '../platform/use-list.ts';
import { ListTable } from '../platform/list-table.tsx';
import { Screen } from '../ui/screen.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ShortText } from '../ui/short-text.tsx';
import { Wrapped } from '../ui/wrapped.tsx';

type Row = OutputOf<'Admin/Audit'>;

function detailText(detail: Row['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}

/** What operators did, newest first; the log can only grow, and each row's hash covers the one before. */
export function AuditScreen() {
  const [account, setAccount] = useState('');
  const [action, setAction] = useState('');
  const list = useList('Admin/Audit', {
    ...(account === '' ? {} : { account }),
    ...(action === '' ? {} : { action }),
  });
  const tools = (
    <>
      <SearchField label={t('account')} onSearch={setAccount} />
      <SearchField label={t('actionSearch')} onSearch={setAction} />
    </>
  );
  return (
    <Screen title={t('audit')} tools={tools}>
      <ListTable<Row>
        list={list}
        rowKey={(row) => row.id}
        empty={t('nothingFound')}
        columns={[
          { title: t('time'), dataIndex: 'time', render: exactTime },
          { title: t('account'), dataIndex: 'account' },
          { title: t('action'), dataIndex: 'action' },
          { title: t('subject'), dataIndex: 'subject', render: (text: string) => <Wrapped>{text}</Wrapped> },
          { title: t('detail'), render: (_, row) => <Wrapped>{detailText(row.detail)}</Wrapped> },
          { title: t('chainHash'), dataIndex: 'hash', render: (hash: string) => <ShortText text={hash} /> },
        ]}
      />
    </Screen>
  );
}

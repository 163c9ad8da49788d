import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { findAccountClass } from '@openmere/core/ledger/account.ts';
import { entryKinds } from '@openmere/core/operator/ledger-names.ts';
import { Table } from 'antd';
import { AccountName } from '../parts/account-name.tsx';
import { timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { accountText, kindText } from '../platform/account-text.ts';
import type { Filters } from '../platform/address.ts';
import { coinAmount, groupDigits } from '../platform/amount-text.ts';
import { t } from '../platform/texts.ts';
import { ShortText } from '../ui/short-text.tsx';
import { totalsOf } from './totals.ts';
import style from './ledger.module.css';

type Entry = OutputOf<'Admin/LedgerEntries'>;

function Postings({ entry }: { entry: Entry }) {
  return (
    <Table<Entry['postings'][number] & { line: number }>
      rowKey="line"
      size="small"
      pagination={false}
      dataSource={entry.postings.map((posting, line) => ({ ...posting, line }))}
      columns={[
        { title: t('from'), render: (_, one) => <AccountName account={one.source} names={entry.names} /> },
        { title: t('fromAfter'), align: 'right', dataIndex: 'sourceafter', render: groupDigits },
        { title: t('to'), render: (_, one) => <AccountName account={one.destination} names={entry.names} /> },
        { title: t('toAfter'), align: 'right', dataIndex: 'destinationafter', render: groupDigits },
        { title: t('amount'), align: 'right', render: (_, one) => coinAmount(one.amount, one.coinid) },
      ]}
    />
  );
}

/** One line a coin, so that an entry of twenty postings is as wide as one of two. */
function Totals({ entry }: { entry: Entry }) {
  return (
    <ul className={style.totals}>
      {totalsOf(entry.postings).map(({ coinid, total }) => (
        <li key={coinid}>{coinAmount(total, coinid)}</li>
      ))}
    </ul>
  );
}

/** From where to where, of the first posting, and how many more there are. */
function Way({ entry }: { entry: Entry }) {
  const [first] = entry.postings;
  if (!first) return '—';
  const more = entry.postings.length - 1;
  return (
    <>
      <AccountName account={first.source} names={entry.names} /> →{' '}
      <AccountName account={first.destination} names={entry.names} />
      {more > 0 && <span className={style.more}> {t('andMore', { count: more })}</span>}
    </>
  );
}

const wayText = ({ postings, names }: Entry): string =>
  postings
    .map(
      (one) =>
        `${accountText(one.source, names)} → ${accountText(one.destination, names)}: ${one.amount} ${one.coinid}`,
    )
    .join('; ');

export const entryColumns: readonly Column<Entry>[] = [
  timeColumn,
  {
    key: 'kind',
    title: t('kind'),
    render: (row) => <span title={row.kind}>{kindText(row.kind)}</span>,
    text: (row) => row.kind,
  },
  { key: 'amount', title: t('amount'), align: 'right', render: (row) => <Totals entry={row} /> },
  { key: 'way', title: t('way'), render: (row) => <Way entry={row} />, text: wayText },
  {
    key: 'reference',
    title: t('reference'),
    render: (row) => <ShortText text={row.reference} />,
    text: (row) => row.reference,
  },
  { key: 'entry', title: t('entry'), render: (row) => row.id, text: (row) => row.id },
  { key: 'actor', title: t('actor'), text: (row) => row.actor },
];

export function EntryDetails({ entry }: { entry: Entry }) {
  return (
    <>
      <Postings entry={entry} />
      <p className={style.actor}>
        {t('actor')}: {entry.actor} · {t('reference')}: {entry.reference}
      </p>
    </>
  );
}

/** An account of the chart begins with its class; everything else is a reference: an id, a hash, `node:17`, `halt 3`. */
function searchOf(search: string): InputOf<'Admin/LedgerEntries'> {
  if (search === '') return {};
  return findAccountClass(search) ? { account: search } : { reference: search };
}

const kindOptions = [
  { value: '', label: t('allKinds') },
  ...entryKinds.map((value) => ({ value, label: kindText(value) })),
];

const DAY_MS = 86_400_000;
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Whole days of UTC, the last one included. */
export function inputOf({
  search = '',
  kind = '',
  from = '',
  until = '',
}: Filters): InputOf<'Admin/LedgerEntries'> {
  return {
    ...searchOf(search),
    ...(kind === '' ? {} : { kind }),
    ...(isDay(from) ? { from: new Date(from).toISOString() } : {}),
    ...(isDay(until) ? { until: new Date(Date.parse(until) + DAY_MS).toISOString() } : {}),
  };
}

/** Journal entries, newest first; searched by account (`member:…:available`) or reference, narrowed down to a kind. */
export function LedgerEntries() {
  return (
    <ListScreen
      bare
      name="entries"
      title={t('entries')}
      path="Admin/LedgerEntries"
      input={inputOf}
      search={t('entrySearch')}
      choices={[{ key: 'kind', label: t('kind'), options: kindOptions }]}
      days
      columns={entryColumns}
      rowKey={(row) => row.id}
      empty={t('nothingFound')}
      details={(entry) => <EntryDetails entry={entry} />}
    />
  );
}

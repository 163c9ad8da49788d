import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import type { Filters } from '../platform/address.ts';
import { deviceText } from '../parts/device-text.ts';
import { timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { findTextKey, t } from '../platform/texts.ts';
import { ShortText } from '../ui/short-text.tsx';

type Row = OutputOf<'Admin/Audit'>;

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The file that is exported has a device in its own words, as the log keeps it; the table has its name. */
function detailText(detail: Row['detail'], { named }: { named: boolean }): string {
  return Object.entries(detail)
    .map(([name, value]) =>
      named && name === 'device' ? `${name}: ${deviceText(plain(value))}` : `${name}: ${plain(value)}`,
    )
    .join(' · ');
}

/** An action in words; one that has none keeps its name. */
function actionText(action: string): string {
  const key = findTextKey(`action_${action.replaceAll(/[.-]/g, '_')}`);
  return key === undefined ? action : t(key);
}

const columns: readonly Column<Row>[] = [
  timeColumn,
  { key: 'account', title: t('account'), render: (row) => row.account, text: (row) => row.account },
  {
    key: 'action',
    title: t('action'),
    render: (row) => <span title={row.action}>{actionText(row.action)}</span>,
    text: (row) => row.action,
  },
  { key: 'subject', title: t('subject'), render: (row) => row.subject, text: (row) => row.subject },
  {
    key: 'detail',
    title: t('detail'),
    render: (row) => detailText(row.detail, { named: true }),
    text: (row) => detailText(row.detail, { named: false }),
  },
  {
    key: 'hash',
    title: t('chainHash'),
    render: (row) => <ShortText text={row.hash} />,
    text: (row) => row.hash,
  },
];

/** An action carries a point, an operator's account has none. */
function inputOf({ search = '' }: Filters): InputOf<'Admin/Audit'> {
  if (search === '') return {};
  return search.includes('.') && !search.includes('@') ? { action: search } : { account: search };
}

/** What operators did, newest first; the log can only grow, and each row's hash covers the one before. */
export function AuditScreen() {
  return (
    <ListScreen
      name="audit"
      title={t('audit')}
      path="Admin/Audit"
      input={inputOf}
      search={t('auditSearch')}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('nothingFound')}
    />
  );
}

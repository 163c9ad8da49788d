import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import type { Filters } from '../platform/address.ts';
import { settingText } from '../platform/setting-text.ts';
import { t } from '../platform/texts.ts';
import { useSetting } from '../platform/use-setting.ts';
import { ShortText } from '../ui/short-text.tsx';
import { actionText, detailText, subjectText } from './audit-words.ts';
import style from './audit.module.css';

type Row = OutputOf<'Admin/Audit'>;

/** Everything, in the log's own words. */
function fileDetail(detail: Row['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}

function Detail({ row }: { row: Row }) {
  const setting = useSetting(row.action.startsWith('setting.') ? row.subject : '');
  return <span title={fileDetail(row.detail)}>{detailText(row, setting)}</span>;
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
  {
    key: 'subject',
    title: t('subject'),
    long: true,
    render: (row) => <span title={row.subject}>{subjectText(row)}</span>,
    text: (row) => row.subject,
  },
  {
    key: 'detail',
    title: t('detail'),
    long: true,
    render: (row) => <Detail row={row} />,
    text: (row) => fileDetail(row.detail),
  },
  {
    key: 'hash',
    title: t('chainHash'),
    render: (row) => <ShortText text={row.hash} />,
    text: (row) => row.hash,
  },
];

/** Of whatever has one, `wdr_` and 26 characters; a wallet is named as it is. */
const ID = /^([a-z]{3}_[0-9a-z]{26}|0x[0-9a-fA-F]{40})$/;

/** An operator's account may have a point, too: an action is what has words, and so has a rule. */
function inputOf({ search = '' }: Filters): InputOf<'Admin/Audit'> {
  if (search === '') return {};
  if (ID.test(search) || settingText(search) !== search) return { about: search };
  const action = search.toLowerCase();
  return actionText(action) === action ? { account: search } : { action };
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
      details={(row) => <pre className={style.raw}>{JSON.stringify(row.detail, null, 2)}</pre>}
    />
  );
}

import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { timeColumn } from '../parts/columns.tsx';
import { deviceText } from '../parts/device-text.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import type { Filters } from '../platform/address.ts';
import { settingText } from '../platform/setting-text.ts';
import { findTextKey, t } from '../platform/texts.ts';
import { ShortText } from '../ui/short-text.tsx';

type Row = OutputOf<'Admin/Audit'>;

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Of what took two people the subject and the reason tell it; value and hashes are for the file, and for who compares. */
const forTheFile = ['hash', 'proposal'];

/** Nothing, or what only a program reads. */
function isUnread(value: unknown): boolean {
  if (typeof value === 'string') return value === '' || /^[{[]/.test(value);
  return typeof value === 'object' && !Array.isArray(value);
}

/** A value in words where it has some, such as `cause_expired`. */
function valueText(name: string, value: unknown): string {
  if (name === 'device') return deviceText(plain(value));
  const said = Array.isArray(value) ? value.map(plain).join(', ') : plain(value);
  const key = findTextKey(typeof value === 'boolean' ? `change_${said}` : `${name}_${said}`);
  return key === undefined ? said : t(key);
}

function lineText(name: string, value: unknown): string {
  const key = findTextKey(`detail_${name}`);
  return `${key === undefined ? name : t(key)}: ${valueText(name, value)}`;
}

/** What an operator reads; the file has everything, in the log's own words. */
function shownDetail(detail: Row['detail']): string {
  return Object.entries(detail)
    .filter(([name, value]) => !forTheFile.includes(name) && !isUnread(value))
    .map(([name, value]) => lineText(name, value))
    .join(' · ');
}

function fileDetail(detail: Row['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${plain(value)}`)
    .join(' · ');
}

/** An action in words; what two people do is said by its kind, and one that has no words keeps its name. */
function actionText(action: string): string {
  const key = findTextKey(`action_${action.replaceAll(/[.-]/g, '_')}`);
  if (key !== undefined) return t(key);
  const [kind = '', verb = ''] = action.split('.');
  const [what, act] = [findTextKey(`proposal_${kind}`), findTextKey(`act_${verb}`)];
  return what === undefined || act === undefined ? action : t(act, { what: t(what) });
}

/** A rule by its name; what else it was done to by what it is called in its list. */
function subjectText({ action, subject }: Row): string {
  return action.startsWith('setting.') ? settingText(subject) : subject;
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
    render: (row) => <span title={fileDetail(row.detail)}>{shownDetail(row.detail)}</span>,
    text: (row) => fileDetail(row.detail),
  },
  {
    key: 'hash',
    title: t('chainHash'),
    render: (row) => <ShortText text={row.hash} />,
    text: (row) => row.hash,
  },
];

/** Of whatever has one: `wdr_` and 26 characters. */
const ID = /^[a-z]{3}_[0-9a-z]{26}$/;

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
    />
  );
}

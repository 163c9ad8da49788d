import type { OutputOf } from '@openmere/core/calls.ts';
import { Alert, Tag } from 'antd';
import { timeAt } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { t } from '../platform/texts.ts';
import { exactTime, TIME_WIDTH } from '../platform/time-text.ts';

type Row = OutputOf<'Admin/Operators'>;

const LOOKS = { active: 'success', new: 'warning', disabled: 'default' } as const;

const columns: readonly Column<Row>[] = [
  { key: 'account', title: t('account'), render: (row) => row.account, text: (row) => row.account },
  { key: 'role', title: t('role'), render: (row) => t(`role_${row.role}`), text: (row) => row.role },
  {
    key: 'state',
    title: t('status'),
    render: (row) => <Tag color={LOOKS[row.state]}>{t(`operator_${row.state}`)}</Tag>,
    text: (row) => row.state,
  },
  {
    key: 'sessions',
    title: t('openSessions'),
    render: (row) => row.sessions,
    text: (row) => String(row.sessions),
  },
  {
    key: 'lastlogin',
    title: t('lastLogin'),
    width: TIME_WIDTH,
    render: (row) => (row.lastlogin === null ? t('neverLoggedIn') : exactTime(row.lastlogin)),
    text: (row) => row.lastlogin ?? '',
  },
  timeAt('time', t('addedAt'), (row) => row.time),
  timeAt('disabled', t('disabledAt'), (row) => row.disabled),
];

const matches = ({ account, role, state }: Row, search: string): boolean =>
  [account, role, t(`role_${role}`), t(`operator_${state}`)].some((text) =>
    text.toLowerCase().includes(search.trim().toLowerCase()),
  );

/** Who has access, and who had it. Nobody is made or put out here: one administrator alone must not be able to (decision 0230). */
export function OperatorsScreen() {
  return (
    <ListScreen
      name="operators"
      title={t('operators')}
      path="Admin/Operators"
      input={() => ({})}
      keeps={(row, { search = '' }) => matches(row, search)}
      search={t('operatorSearch')}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('nothingFound')}
      note={<Alert type="info" showIcon title={t('operatorsNote')} />}
    />
  );
}

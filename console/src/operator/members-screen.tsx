import type { OutputOf } from '@openmere/core/calls.ts';
import { timeAt } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { MemberLink } from '../parts/member-link.tsx';
import { addressOf, goTo } from '../platform/address.ts';
import type { Filters } from '../platform/address.ts';
import { t } from '../platform/texts.ts';
import { ShortText } from '../ui/short-text.tsx';

type Row = OutputOf<'Admin/Members'>;

const columns: readonly Column<Row>[] = [
  {
    key: 'member',
    title: t('member'),
    render: (row) => <MemberLink id={row.userid} name={row.nickname} />,
    text: (row) => row.nickname,
  },
  { key: 'code', title: t('invitationCode'), render: (row) => row.code, text: (row) => row.code },
  { key: 'email', title: t('email'), render: (row) => row.email ?? '—', text: (row) => row.email ?? '' },
  {
    key: 'wallet',
    title: t('address'),
    render: (row) => <ShortText text={row.wallet} />,
    text: (row) => row.wallet ?? '',
  },
  {
    key: 'country',
    title: t('country'),
    render: (row) => row.country ?? '—',
    text: (row) => row.country ?? '',
  },
  timeAt('registered', t('registered'), (row) => row.registered),
  timeAt('activated', t('activated'), (row) => row.activated),
  { key: 'id', title: 'Id', text: (row) => row.userid },
];

const inputOf = ({ search = '' }: Filters) => (search === '' ? {} : { search });

/** Members, newest first, and the way to each one's page. */
export function MembersScreen() {
  return (
    <ListScreen
      name="members"
      title={t('members')}
      path="Admin/Members"
      input={inputOf}
      search={t('memberSearch')}
      columns={columns}
      rowKey={(row) => row.userid}
      empty={t('nothingFound')}
      onOpen={({ userid }) => goTo(addressOf('/member', { id: userid }))}
    />
  );
}

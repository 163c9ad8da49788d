import { ListScreen } from '../parts/list-screen.tsx';
import { addressOf, goTo } from '../platform/address.ts';
import { t } from '../platform/texts.ts';
import { columnsOf } from './withdrawals-screen.tsx';

const open = ({ id }: { id: string }): void =>
  goTo(addressOf('/withdrawals', { status: 'all', search: id, open: id }));

/** The withdrawals of one member, of every status, on their page. */
export function WithdrawalRecords({ member }: { member: string }) {
  return (
    <ListScreen
      bare
      name="member-withdrawals"
      title={t('withdrawals')}
      path="Admin/Withdrawals"
      input={() => ({ search: member })}
      columns={columnsOf(open).filter(({ key }) => key !== 'member')}
      rowKey={(row) => row.id}
      empty={t('nothingFound')}
      onOpen={open}
    />
  );
}

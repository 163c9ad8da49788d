import { ListScreen } from '../parts/list-screen.tsx';
import { t } from '../platform/texts.ts';
import { depositColumns } from './deposits-screen.tsx';

/** The deposits of one member, on their page. */
export function DepositRecords({ member }: { member: string }) {
  return (
    <ListScreen
      bare
      name="member-deposits"
      title={t('deposits')}
      path="Admin/Deposits"
      input={() => ({ search: member })}
      columns={depositColumns.filter(({ key }) => key !== 'member')}
      rowKey={(row) => row.id}
      empty={t('nothingFound')}
    />
  );
}

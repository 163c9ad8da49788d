import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { AccountName } from '../parts/account-name.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { memberOfAccount } from '../platform/account-text.ts';
import type { Filters } from '../platform/address.ts';
import { groupDigits } from '../platform/amount-text.ts';
import { t } from '../platform/texts.ts';
import { Recount } from './recount.tsx';

type Account = OutputOf<'Admin/LedgerAccounts'>;

function namesOf({ account, nickname }: Account): Record<string, string> {
  const owner = memberOfAccount(account);
  return owner && nickname !== null ? { [owner.id]: nickname } : {};
}

const columns: readonly Column<Account>[] = [
  {
    key: 'account',
    title: t('ledgerAccount'),
    render: (row) => <AccountName account={row.account} names={namesOf(row)} />,
    text: (row) => row.account,
  },
  { key: 'coin', title: t('coin'), render: (row) => row.coinid, text: (row) => row.coinid },
  {
    key: 'balance',
    title: t('balance'),
    align: 'right',
    render: (row) => groupDigits(row.balance),
    text: (row) => row.balance,
  },
  {
    key: 'recount',
    title: t('recount'),
    render: (row) => <Recount account={row.account} coinid={row.coinid} />,
  },
];

const inputOf = ({ search = '' }: Filters): InputOf<'Admin/LedgerAccounts'> =>
  search === '' ? {} : { prefix: search };

/** Ledger accounts by prefix, each with a recount from its postings. */
export function LedgerAccounts() {
  return (
    <ListScreen
      bare
      name="accounts"
      title={t('accounts')}
      path="Admin/LedgerAccounts"
      input={inputOf}
      search={t('accountSearch')}
      columns={columns}
      rowKey={(row) => `${row.account} ${row.coinid}`}
      empty={t('nothingFound')}
    />
  );
}

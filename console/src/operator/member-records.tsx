import type { OutputOf } from '@openmere/core/calls.ts';
import { availableAccount, heldAccount } from '@openmere/core/ledger/account.ts';
import { Segmented } from 'antd';
import { DepositRecords } from '../deposit/deposit-records.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { mayCall } from '../platform/access.ts';
import type { GuardedCall } from '../platform/access.ts';
import { addressOf, useFilters } from '../platform/address.ts';
import { t } from '../platform/texts.ts';
import type { TextKey } from '../platform/texts.ts';
import { useMe } from '../platform/use-me.ts';
import { RewardRecords } from '../reward/reward-records.tsx';
import { WithdrawalRecords } from '../withdrawal/withdrawal-records.tsx';
import { EntryDetails, entryColumns } from './ledger-entries.tsx';
import style from './member.module.css';

type Entry = OutputOf<'Admin/LedgerEntries'>;

const tabs = [
  { value: 'withdrawals', reads: 'Admin/Withdrawals' },
  { value: 'deposits', reads: 'Admin/Deposits' },
  { value: 'transfers', reads: 'Admin/LedgerEntries' },
  { value: 'rewards', reads: 'Admin/MemberRewards' },
  { value: 'entries', reads: 'Admin/LedgerEntries' },
  { value: 'entriesHeld', reads: 'Admin/LedgerEntries' },
] as const;

/** Lists of their own that are searched by member; without `more` the search alone shows everything of theirs. */
const elsewhere: readonly {
  title: TextKey;
  path: string;
  reads: GuardedCall;
  more?: Readonly<Record<string, string>>;
}[] = [
  { title: 'mallOrders', path: '/orders', reads: 'Admin/Orders' },
  { title: 'bonuses', path: '/bonuses', reads: 'Admin/Bonuses' },
  { title: 'fiatOrders', path: '/fiatorders', reads: 'Admin/FiatOrders' },
  { title: 'tickets', path: '/tickets', reads: 'Admin/Tickets' },
  { title: 'identities', path: '/identities', reads: 'Admin/Identities', more: { state: 'all' } },
];

/** The member's withdrawals, deposits, transfers, rewards and ledger entries, and the ways to the rest, as far as the role may read them. */
export function MemberRecords({ id }: { id: string }) {
  const me = useMe();
  const [{ tab = 'withdrawals' }, change] = useFilters();
  const shown = tabs.filter(({ reads }) => me !== undefined && mayCall(me.role, reads));
  return (
    <>
      <div className={style.tabs ?? ''}>
        <Segmented
          aria-label={t('records')}
          value={tab}
          options={shown.map(({ value }) => ({ value, label: t(value) }))}
          onChange={(value) => change({ tab: value })}
        />
      </div>
      <div className={style.people}>
        {elsewhere.map(
          ({ title, path, reads, more }) =>
            me !== undefined &&
            mayCall(me.role, reads) && (
              <a key={path} href={`#${addressOf(path, { search: id, ...more })}`}>
                {t(title)}
              </a>
            ),
        )}
      </div>
      {tab === 'withdrawals' && <WithdrawalRecords member={id} />}
      {tab === 'rewards' && <RewardRecords member={id} />}
      {tab === 'deposits' && <DepositRecords member={id} />}
      {(tab === 'transfers' || tab === 'entries' || tab === 'entriesHeld') && (
        <Entries key={tab} id={id} tab={tab} />
      )}
    </>
  );
}

function Entries({ id, tab }: { id: string; tab: 'transfers' | 'entries' | 'entriesHeld' }) {
  const account = tab === 'entriesHeld' ? heldAccount(id) : availableAccount(id);
  const kind = tab === 'transfers' ? { kind: 'transfer' } : {};
  return (
    <ListScreen
      bare
      name={`member-${tab}`}
      title={t(tab)}
      path="Admin/LedgerEntries"
      input={() => ({ account, ...kind })}
      columns={entryColumns}
      rowKey={(row: Entry) => row.id}
      empty={t('nothingFound')}
      details={(entry: Entry) => <EntryDetails entry={entry} />}
    />
  );
}

import { Segmented } from 'antd';
import { useFilters } from '../platform/address.ts';
import { t } from '../platform/texts.ts';
import { Screen } from '../ui/screen.tsx';
import { LedgerAccounts } from './ledger-accounts.tsx';
import { LedgerEntries } from './ledger-entries.tsx';

/** The ledger: journal entries with their postings, and accounts with their balances and a recount. */
export function LedgerScreen() {
  const [{ tab = 'entries' }, change] = useFilters();
  const switcher = (
    <Segmented
      aria-label={t('ledger')}
      value={tab}
      options={[
        { label: t('entries'), value: 'entries' },
        { label: t('accounts'), value: 'accounts' },
      ]}
      onChange={(value) => change({ tab: value === 'entries' ? '' : value, search: '' })}
    />
  );
  return (
    <Screen title={t('ledger')} tools={switcher}>
      {tab === 'accounts' ? <LedgerAccounts /> : <LedgerEntries />}
    </Screen>
  );
}

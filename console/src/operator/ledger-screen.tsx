import { Tabs } from 'antd';
import { t } from '../platform/texts.ts';
import { Screen } from '../ui/screen.tsx';
import { LedgerAccounts } from './ledger-accounts.tsx';
import { LedgerEntries } from './ledger-entries.tsx';

/** The ledger: journal entries with their postings, and accounts with their balances and a recount. */
export function LedgerScreen() {
  return (
    <Screen title={t('ledger')}>
      <Tabs
        items={[
          { key: 'entries', label: t('entries'), children: <LedgerEntries /> },
          { key: 'accounts', label: t('accounts'), children: <LedgerAccounts /> },
        ]}
      />
    </Screen>
  );
}

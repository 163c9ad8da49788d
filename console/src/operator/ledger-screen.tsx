import { Flex, Tabs, Typography } from 'antd';
import { t } from '../platform/texts.ts';
import { LedgerAccounts } from './ledger-accounts.tsx';
import { LedgerEntries } from './ledger-entries.tsx';

/** The ledger: journal entries with their postings, and accounts with their balances and a recount. */
export function LedgerScreen() {
  return (
    <Flex vertical gap={16}>
      <Typography.Title level={2} style={{ margin: 0, fontSize: 20 }}>
        {t('ledger')}
      </Typography.Title>
      <Tabs
        items={[
          { key: 'entries', label: t('entries'), children: <LedgerEntries /> },
          { key: 'accounts', label: t('accounts'), children: <LedgerAccounts /> },
        ]}
      />
    </Flex>
  );
}

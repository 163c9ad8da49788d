import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { back } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { CoinRows } from './coin-rows.tsx';
import { OwnWalletPart } from './own-wallet-part.tsx';
import { useBalances } from './use-balances.ts';
import { useOwnHoldings } from './use-own-holdings.ts';

/** All coins, those of the ledger and those of one's own wallet beside each other; empty ones can be left out. */
export function ListScreen() {
  const t = useTexts('asset');
  const app = useTexts('app');
  const { query, rows } = useBalances();
  const own = useOwnHoldings();
  const [onlyHeld, setOnlyHeld] = useState(false);
  const shown = rows?.filter((row) => !onlyHeld || row.balance !== '0');
  return (
    <Page
      nav={
        <NavBar
          title={app('titleCoins')}
          backLabel={app('back')}
          onBack={() => back(1, '/pages/wallet/wallet')}
        />
      }
      aside={<OwnWalletPart own={own} onlyHeld={onlyHeld} />}
    >
      <Checkbox checked={onlyHeld} onChange={setOnlyHeld}>
        {t('onlyHeld')}
      </Checkbox>
      <SectionTitle note={t('inLedgerText')}>{t('inLedger')}</SectionTitle>
      {shown && shown.length > 0 && <CoinRows rows={shown} />}
      {shown?.length === 0 && <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}
      {!rows && query.isError && (
        <ErrorState title={app('failedTitle')} retryLabel={app('retry')} onRetry={() => query.refetch()}>
          {errorText(query.error)}
        </ErrorState>
      )}
      {!rows && !query.isError && <SkeletonRows label={app('loading')} rows={6} />}
    </Page>
  );
}

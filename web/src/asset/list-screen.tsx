import { BackBar } from '../parts/back-bar.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { useTexts } from '../platform/i18n.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { CoinRows } from './coin-rows.tsx';
import { OwnWalletPart } from './own-wallet-part.tsx';
import { useBalances } from './use-balances.ts';
import { useOnlyHeld } from './use-only-held.ts';
import { useOwnHoldings } from './use-own-holdings.ts';

/** All coins, those of the ledger and those of one's own wallet beside each other; empty ones can be left out. */
export function ListScreen() {
  const t = useTexts('asset');
  const { query, rows } = useBalances();
  const own = useOwnHoldings();
  const { onlyHeld, setOnlyHeld } = useOnlyHeld();
  const shown = rows?.filter((row) => !onlyHeld || row.balance !== '0');
  return (
    <Page
      nav={<BackBar title="asset.titleCoins" parent="/pages/wallet/wallet" />}
      aside={<OwnWalletPart own={own} onlyHeld={onlyHeld} />}
    >
      <Refreshable calls={['Users/Balance']} also={own.retry}>
        <Stack>
          <Checkbox checked={onlyHeld} onChange={setOnlyHeld}>
            {t('onlyHeld')}
          </Checkbox>
          <SectionTitle note={t('inLedgerText')}>{t('inLedger')}</SectionTitle>
          {shown && shown.length > 0 && <CoinRows rows={shown} />}
          {shown?.length === 0 && <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}
          {!rows && query.isError && <CallFailed query={query} />}
          {!rows && !query.isError && <WaitingRows rows={6} />}
        </Stack>
      </Refreshable>
    </Page>
  );
}

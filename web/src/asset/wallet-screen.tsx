import { MineLink } from '../member/mine-link.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { RiskNotice } from '../parts/risk-notice.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { useTexts, useTitle } from '../platform/i18n.ts';
import { AwardLinkSlot } from '../reward/award-link-slot.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { CoinMark } from '../ui/coin-mark.tsx';
import { IconDeposit, IconMint, IconReceipt, IconTransfer, IconWithdraw } from '../ui/icon/money.tsx';
import { IconStar } from '../ui/icon/sign.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { QuickActions } from '../ui/quick-actions.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { CoinRows } from './coin-rows.tsx';
import { OwnWalletPart } from './own-wallet-part.tsx';
import { TotalCard } from './total-card.tsx';
import { TwoPlaces } from './two-places.tsx';
import { useBalances } from './use-balances.ts';
import { useOnlyHeld } from './use-only-held.ts';
import { useOwnHoldings } from './use-own-holdings.ts';

function Actions() {
  const t = useTexts('asset');
  return (
    <QuickActions
      label={t('actions')}
      items={[
        {
          key: 'deposit',
          label: t('deposit'),
          icon: <IconDeposit />,
          href: '#/pages/wallet/recharge/recharge',
        },
        {
          key: 'transfer',
          label: t('transfer'),
          icon: <IconTransfer />,
          href: '#/pages/wallet/transfer/transferChain',
        },
        {
          key: 'withdraw',
          label: t('withdraw'),
          icon: <IconWithdraw />,
          href: '#/pages/wallet/withdraw/withdrawChain',
        },
        {
          key: 'records',
          label: t('records'),
          icon: <IconReceipt />,
          href: '#/pages/wallet/detail/detail',
        },
      ]}
    />
  );
}

/** Assets on both sides: what Openmere's ledger holds for the member, and what stands in the member's own wallet. */
export function WalletScreen() {
  const t = useTexts('asset');
  const titleOf = useTitle();
  const { query, rows } = useBalances();
  const own = useOwnHoldings();
  const { onlyHeld, setOnlyHeld } = useOnlyHeld();
  const shown = rows?.filter((row) => !onlyHeld || row.balance !== '0');
  return (
    <Page
      tabs
      nav={<NavBar title={titleOf('titleWallet')} large actions={<MineLink />} />}
      aside={
        <>
          <OwnWalletPart own={own} onlyHeld={onlyHeld} />
          <RiskNotice />
        </>
      }
    >
      <Refreshable calls={['Users/Balance']} also={own.retry}>
        <Stack>
          <TotalCard />
          <Actions />
          <List>
            <ListRow
              leading={<IconMint />}
              title={t('mintPower')}
              subtitle={t('mintPowerText')}
              href="#/pages/wallet/cast/cast"
            />
            <ListRow
              leading={<CoinMark coin="USDO" />}
              title={t('mintUsdo')}
              subtitle={t('mintUsdoText')}
              href="#/pages/wallet/usdoCast/usdoCast"
            />
            <ListRow
              leading={<IconStar />}
              title={t('nodes')}
              subtitle={t('nodesText')}
              href="#/pages/wallet/subscribe/subscribe"
            />
            <AwardLinkSlot />
          </List>
          <TwoPlaces />
          <SectionTitle note={t('inLedgerText')}>{t('inLedger')}</SectionTitle>
          {shown && shown.length > 0 && <CoinRows rows={shown} />}
          {shown?.length === 0 && <p>{t('noneHeld')}</p>}
          {rows && (
            <Checkbox checked={onlyHeld} onChange={setOnlyHeld}>
              {t('onlyHeld')}
            </Checkbox>
          )}
          {!rows && query.isError && <CallFailed query={query} />}
          {!rows && !query.isError && <WaitingRows rows={6} />}
        </Stack>
      </Refreshable>
    </Page>
  );
}

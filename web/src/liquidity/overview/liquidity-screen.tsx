import { Refreshable } from '../../parts/refreshable.tsx';
import { useRecordId } from '../../parts/use-record-id.ts';
import { useTexts } from '../../platform/i18n.ts';
import { usePreferences } from '../../platform/preferences.ts';
import type { Pool } from '../../swap/trade/use-trade-pool.ts';
import { useTradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Facts } from '../facts.tsx';
import { LiquidityNav, LiquidityPage } from '../liquidity-page.tsx';
import { liquidityPoolOf } from '../use-liquidity.ts';
import type { LiquidityFacts } from '../use-liquidity.ts';
import { EquityCard } from './equity-card.tsx';
import { HeldCard } from './held-card.tsx';
import { LiquidityRecords } from './liquidity-records.tsx';
import { PoolCard } from './pool-card.tsx';
import { PositionCard, useRealised } from './position-card.tsx';
import { RecordDetail } from './record-detail.tsx';
import { UnderWay } from './under-way.tsx';
import { WhatIf } from './what-if.tsx';

/** Nothing of one's own in the pool: what this place is for, and the first step. */
function Nothing({ facts }: { facts: LiquidityFacts }) {
  const t = useTexts('liquidity');
  const w = useTexts('wallet');
  const unbound = facts.address === null;
  // Who has taken everything out still wants to know what came of it.
  const realised = useRealised(facts);
  const hide = usePreferences((state) => state.hideAmounts);
  return (
    <Card>
      <EmptyState
        title={unbound ? w('unbound') : t('nothingTitle')}
        action={
          unbound ? (
            <Button href="#/pages/mine/blind/blind?kind=wallet">{w('bindWallet')}</Button>
          ) : (
            <Button href="#/pages/swap/addLiquidity/addLiquidity">{t('add')}</Button>
          )
        }
      >
        {t(unbound ? 'unboundText' : 'nothingText')}
      </EmptyState>
      {!hide && realised.length > 0 && <Facts rows={realised} />}
    </Card>
  );
}

function Ways({ has }: { has: boolean }) {
  const t = useTexts('liquidity');
  return (
    <Stack gap={2}>
      {has && <Button href="#/pages/swap/addLiquidity/addLiquidity">{t('add')}</Button>}
      {has && (
        <Button tone="secondary" href="#/pages/swap/reLiquidity/reLiquidity">
          {t('remove')}
        </Button>
      )}
      <List>
        <ListRow title={t('redeemWay')} subtitle={t('redeemWayText')} href="#/pages/swap/redeem/redeem" />
      </List>
    </Stack>
  );
}

function Body({ facts, pool }: { facts: LiquidityFacts; pool: Pool }) {
  const t = useTexts('liquidity');
  const wallet = useTradeWallet();
  const has = facts.lp !== '0';
  return (
    <Page
      nav={<LiquidityNav title="titleLiquidity" />}
      aside={
        <Stack>
          <PoolCard pool={pool} />
          <Notice tone="warn" title={t('riskTitle')}>
            {t('riskText')}
          </Notice>
          <LiquidityRecords />
        </Stack>
      }
    >
      <Refreshable calls={['trade/Liquidity', 'trade/LiquidityRecords', 'trade/Pool']}>
        <Stack>
          <UnderWay sought={['liquidity.add', 'liquidity.remove', 'liquidity.readd']} from={wallet.own} />
          {has ? <PositionCard facts={facts} /> : <Nothing facts={facts} />}
        </Stack>
      </Refreshable>
      <Ways has={has} />
      <HeldCard facts={facts} wallet={wallet} />
      <EquityCard equity={facts.equity} />
      {has && <WhatIf facts={facts} pool={liquidityPoolOf(pool)} />}
    </Page>
  );
}

/** One's liquidity: worth, held parts, EQUITY, what if, the pool, records; `id` in the address opens one record. */
export function LiquidityScreen() {
  const id = useRecordId();
  if (id !== undefined)
    return (
      <Page narrow nav={<LiquidityNav title="titleLiquidity" />}>
        <RecordDetail id={id} />
      </Page>
    );
  return (
    <LiquidityPage title="titleLiquidity">
      {(facts, pool) => <Body facts={facts} pool={pool} />}
    </LiquidityPage>
  );
}

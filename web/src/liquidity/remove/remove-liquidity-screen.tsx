import { replace, useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import type { Pool } from '../../swap/trade/use-trade-pool.ts';
import { useTradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { LiquidityNav, LiquidityPage } from '../liquidity-page.tsx';
import { HeldCard } from '../overview/held-card.tsx';
import { UnderWay } from '../overview/under-way.tsx';
import type { LiquidityFacts } from '../use-liquidity.ts';
import { ReaddForm } from './readd-form.tsx';
import { RemoveForm } from './remove-form.tsx';

const PATH = '/pages/swap/reLiquidity/reLiquidity';

function Body({ facts, pool }: { facts: LiquidityFacts; pool: Pool }) {
  const t = useTexts('liquidity');
  const wallet = useTradeWallet();
  const mode = useLocation().query['mode'] === 'readd' ? 'readd' : 'remove';
  return (
    <Page
      nav={<LiquidityNav title="liquidity.titleRemoveLiquidity" />}
      aside={
        <Stack>
          <HeldCard facts={facts} wallet={wallet} readdHere />
          {mode === 'readd' && (
            <Notice tone="warn" title={t('riskTitle')}>
              {t('riskText')}
            </Notice>
          )}
          <Notice title={t('exitTitle')}>{t('exitText')}</Notice>
        </Stack>
      }
    >
      <UnderWay sought={['liquidity.remove', 'liquidity.readd']} from={wallet.own} />
      <Segmented
        label={t('removeOrReadd')}
        items={[
          { key: 'remove', label: t('remove') },
          { key: 'readd', label: t('readd') },
        ]}
        value={mode}
        onChange={(key) => replace(PATH, key === 'readd' ? { mode: key } : {})}
      />
      {mode === 'remove' ? (
        <RemoveForm facts={facts} pool={pool} wallet={wallet} />
      ) : (
        <ReaddForm facts={facts} pool={pool} wallet={wallet} />
      )}
    </Page>
  );
}

/** Removing liquidity, and re-adding what removing held back (specification §4). */
export function RemoveLiquidityScreen() {
  return (
    <LiquidityPage title="liquidity.titleRemoveLiquidity">
      {(facts, pool) => <Body facts={facts} pool={pool} />}
    </LiquidityPage>
  );
}

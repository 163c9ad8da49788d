import type { ReactNode } from 'react';
import { BackBar } from '../parts/back-bar.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { WaitingRows, WaitingCard } from '../parts/waiting.tsx';
import type { Pool } from '../swap/trade/use-trade-pool.ts';
import { Page } from '../ui/page.tsx';
import { useLiquidity } from './use-liquidity.ts';
import type { LiquidityFacts } from './use-liquidity.ts';

type Title =
  | 'titleLiquidity'
  | 'liquidity.titleAddLiquidity'
  | 'liquidity.titleRemoveLiquidity'
  | 'titleRedeem';

/** The head of the pages of this domain; "back" leads to the position, and from there to the market. */
export function LiquidityNav({ title, actions }: { title: Title; actions?: ReactNode }) {
  const parent = title === 'titleLiquidity' ? '/pages/swap/swap' : '/pages/swap/linquidity/linquidity';
  return <BackBar title={title} parent={parent} actions={actions} />;
}

type Props = { title: Title; children: (facts: LiquidityFacts, pool: Pool) => ReactNode };

/** Position and pool, or what stands there until both are known: bones of the same size, or why not and another try. */
export function LiquidityPage({ title, children }: Props) {
  const { position, pool, failed } = useLiquidity();
  if (position.data && pool.data) return children(position.data, pool.data);
  return (
    <Page nav={<LiquidityNav title={title} />}>
      {failed ? (
        <CallFailed query={failed} />
      ) : (
        <>
          <WaitingCard />
          <WaitingRows rows={4} coin={false} />
        </>
      )}
    </Page>
  );
}

import type { ReactNode } from 'react';
import { back } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { CallFailed } from '../parts/call-failed.tsx';
import { WaitingRows, WaitingCard } from '../parts/waiting.tsx';
import type { Pool } from '../swap/trade/use-trade-pool.ts';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page } from '../ui/page.tsx';
import { type LiquidityFacts, useLiquidity } from './use-liquidity.ts';

type Title = 'titleLiquidity' | 'titleAddLiquidity' | 'titleRemoveLiquidity' | 'titleRedeem';

/** The head of the pages of this domain; "back" leads to the position, and from there to the market. */
export function LiquidityNav({ title, actions }: { title: Title; actions?: ReactNode }) {
  const app = useTexts('app');
  const otherwise = title === 'titleLiquidity' ? '/pages/swap/swap' : '/pages/swap/linquidity/linquidity';
  return (
    <NavBar title={app(title)} backLabel={app('back')} onBack={() => back(1, otherwise)} actions={actions} />
  );
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

import type { ReactNode } from 'react';
import { errorText } from '../platform/error-text.ts';
import { back } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import type { Pool } from '../swap/trade/use-trade-pool.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonCard, SkeletonRows } from '../ui/skeleton.tsx';
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
  const app = useTexts('app');
  const { position, pool, failed } = useLiquidity();
  if (position.data && pool.data) return children(position.data, pool.data);
  return (
    <Page nav={<LiquidityNav title={title} />}>
      {failed ? (
        <ErrorState title={app('failedTitle')} retryLabel={app('retry')} onRetry={() => failed.refetch()}>
          {errorText(failed.error)}
        </ErrorState>
      ) : (
        <>
          <SkeletonCard label={app('loading')} />
          <SkeletonRows label={app('loading')} rows={4} coin={false} />
        </>
      )}
    </Page>
  );
}

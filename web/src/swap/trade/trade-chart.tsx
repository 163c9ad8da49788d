import type { Interval } from '@openmere/core/swap/contract.ts';
import { Suspense, useState } from 'react';
import { WaitingCard } from '../../parts/waiting.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

// Phones never fetch it: there the form has the whole page.
const MarketChart = lazyPart(
  () => import('../market/market-chart.tsx').then((m) => m.MarketChart),
  () => loadTexts(['market']),
);

/** The price beside the form, where there is room for both. */
export function TradeChart() {
  const [interval, setInterval] = useState<Interval>('1h');
  return (
    <Suspense fallback={<WaitingCard />}>
      <MarketChart interval={interval} onInterval={setInterval} />
    </Suspense>
  );
}

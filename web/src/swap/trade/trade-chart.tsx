import type { Interval } from '@openmere/core/swap/contract.ts';
import { lazy, Suspense, useState } from 'react';
import { WaitingCard } from '../../parts/waiting.tsx';
import { loadTexts } from '../../platform/i18n.ts';

// Phones never fetch it: there the form has the whole page.
const MarketChart = lazy(async () => {
  const [part] = await Promise.all([import('../market/market-chart.tsx'), loadTexts(['market'])]);
  return { default: part.MarketChart };
});

/** The price beside the form, where there is room for both. */
export function TradeChart() {
  const [interval, setInterval] = useState<Interval>('1h');
  return (
    <Suspense fallback={<WaitingCard />}>
      <MarketChart interval={interval} onInterval={setInterval} />
    </Suspense>
  );
}

import { leastOf, quoteRemove } from '@openmere/core/liquidity/quote.ts';
import type { LiquidityPool } from '@openmere/core/liquidity/quote.ts';
import { useState } from 'react';
import { exactTime } from '../../platform/exact-time.ts';
import { moneyText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { Facts } from '../facts.tsx';
import type { Fact } from '../facts.tsx';
import type { LiquidityFacts } from '../use-liquidity.ts';

type Props = {
  lp: bigint;
  pool: LiquidityPool;
  /** What the desk holds back, and for how long. */
  terms: Pick<LiquidityFacts, 'holdbps' | 'holdseconds'>;
  /** OUSD cannot be minted right now: everything is paid in USDT, nothing is held. */
  ousdPaused?: boolean;
  /** Time of the chain in epoch ms; the device's own where it is not known. */
  nowMs?: number;
};

/** What removing gives: OPEN to the wallet, OUSD paid, OUSD held, until when, and what follows if nothing is re-added. */
export function RemovePreview({ lp, pool, terms, ousdPaused = false, nowMs }: Props) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const { slippageBps } = useTradeSettings();
  const [opened] = useState(() => Date.now());
  const { open, usdt, ousdPaid, ousdHeld } = quoteRemove(lp, pool, terms.holdbps);
  const until = exactTime(new Date((nowMs ?? opened) + terms.holdseconds * 1000).toISOString(), locale);
  const rows: Fact[] = [
    {
      key: 'open',
      label: t('backOpen'),
      value: moneyText(open, 'OPEN', locale),
      explain: t('backOpenText'),
      strong: true,
    },
    ousdPaused
      ? {
          key: 'usdt',
          label: t('backUsdt'),
          value: moneyText(usdt, 'USDT', locale),
          explain: t('ousdPausedText'),
          strong: true,
        }
      : {
          key: 'paid',
          label: t('backPaid'),
          value: moneyText(ousdPaid, 'OUSD', locale),
          explain: t('backPaidText'),
          strong: true,
        },
    ...(ousdPaused
      ? []
      : [
          {
            key: 'held',
            label: t('backHeld'),
            value: moneyText(ousdHeld, 'OUSD', locale),
            note: t('until', { time: until }),
            explain: t('backHeldText'),
          },
        ]),
    {
      key: 'least',
      label: t('leastBack'),
      value: moneyText(leastOf(usdt, slippageBps), ousdPaused ? 'USDT' : 'OUSD', locale),
      note: moneyText(leastOf(open, slippageBps), 'OPEN', locale),
      explain: t('leastBackText'),
    },
  ];
  return (
    <Stack gap={3}>
      <Facts rows={rows} />
      {ousdPaused ? (
        <Notice>{t('ousdPausedText')}</Notice>
      ) : (
        <Notice title={t('heldTitle')}>
          {t('heldWhat', { amount: moneyText(ousdHeld, 'OUSD', locale), time: until })}
        </Notice>
      )}
    </Stack>
  );
}

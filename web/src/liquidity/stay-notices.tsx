import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { Notice } from '../ui/notice.tsx';
import { coinText } from './liquidity-text.ts';
import type { LiquidityFacts } from './use-liquidity.ts';

/** What cannot be removed yet, until when and why; and that at present nothing of a removal is held. */
export function StayNotices({ facts }: { facts: LiquidityFacts }) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  return (
    <>
      {facts.locks.map(({ lp, freeat }) => (
        <Notice key={freeat} title={t('lockedTitle', { amount: coinText(lp, 'LP', locale) })}>
          {t('lockedText', { time: exactTime(freeat, locale) })}
        </Notice>
      ))}
      {facts.holdliftedat !== null && (
        <Notice title={t('liftedTitle')}>
          {t('liftedText', { time: exactTime(facts.holdliftedat, locale) })}
        </Notice>
      )}
    </>
  );
}

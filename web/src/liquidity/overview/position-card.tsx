import { formatAmount } from '@openmere/core/money/amount.ts';
import { useAsOf } from '../../parts/use-as-of.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText, baseUnits, displayStyle } from '../../platform/money-text.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { BalanceCard } from '../../ui/balance-card.tsx';
import { Card } from '../../ui/card.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Facts } from '../facts.tsx';
import type { Fact } from '../facts.tsx';
import {
  coinText,
  nearestUnit,
  partText,
  percentShareText,
  signedText,
  worthText,
} from '../liquidity-text.ts';
import type { LiquidityFacts } from '../use-liquidity.ts';

/** What the liquidity is worth now, over the lake, with what was gained or lost against what was paid in. */
function Worth({ facts }: { facts: LiquidityFacts }) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const net = nearestUnit(baseUnits(facts.net));
  const paidIn = baseUnits(facts.paidinvalue);
  const size = net < 0n ? -net : net;
  const part = partText(size, paidIn, locale).replace('+', '');
  const amount = `${worthText(size, 'USDT', locale)} (${part})`;
  const direction = net > 0n ? 'up' : net < 0n ? 'down' : 'flat';
  return (
    <BalanceCard
      label={t('worthNow')}
      figure={
        <Figure
          size="hero"
          value={amountText(formatAmount(nearestUnit(baseUnits(facts.value))), locale, 2)}
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          unit="USDT"
          hiddenLabel={hide ? t('hidden') : undefined}
          staleNote={useAsOf(Date.parse(facts.asof))}
        />
      }
      note={hide || paidIn === 0n ? undefined : t(`net_${direction}`, { amount })}
      footer={t('worthNote')}
    />
  );
}

/** What removing has brought or lost; nothing where nothing was removed, or nobody knows. */
export function useRealised({ realised }: Pick<LiquidityFacts, 'realised'>): Fact[] {
  const t = useTexts('liquidity');
  const locale = useLocale();
  if (realised === null || baseUnits(realised) === 0n) return [];
  return [
    {
      key: 'realised',
      label: t('realised'),
      value: signedText(baseUnits(realised), 'USDT', locale),
      explain: t('realisedText'),
    },
  ];
}

/** One's liquidity in figures, each explained one tap away: paid in, worth now, only held, fees, net. */
export function PositionCard({ facts }: { facts: LiquidityFacts }) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const usdt = (plain: string) => worthText(baseUnits(plain), 'USDT', locale);
  const held = baseUnits(facts.value) - baseUnits(facts.heldvalue);
  const rows: Fact[] = [
    { key: 'lp', label: t('lpBalanceShort'), value: coinText(facts.lp, 'LP', locale), explain: t('lpText') },
    {
      key: 'share',
      label: t('share'),
      value: percentShareText(facts.share, locale),
      explain: t('shareText'),
    },
    {
      key: 'coins',
      label: t('standsFor'),
      value: usdt(facts.usdt),
      note: worthText(baseUnits(facts.open), 'OPEN', locale),
      explain: t('standsForText'),
    },
    {
      key: 'paid',
      label: t('paidIn'),
      value: usdt(facts.paidinvalue),
      note: `${usdt(facts.paidinusdt)} + ${worthText(baseUnits(facts.paidinopen), 'OPEN', locale)}`,
      explain: t('paidInText'),
    },
    { key: 'value', label: t('valueNow'), value: usdt(facts.value), explain: t('valueNowText') },
    {
      key: 'onlyHeld',
      label: t('onlyHeld'),
      value: usdt(facts.heldvalue),
      note: t('againstHeld', { amount: signedText(held, 'USDT', locale) }),
      explain: t('onlyHeldText'),
    },
    { key: 'fees', label: t('feesEarned'), value: usdt(facts.feesearned), explain: t('feesEarnedText') },
    {
      key: 'ousd',
      label: t('ousdObtained'),
      value: coinText(facts.ousdobtained, 'OUSD', locale),
      explain: t('ousdObtainedText'),
    },
    {
      key: 'net',
      label: t('net'),
      value: signedText(baseUnits(facts.net), 'USDT', locale),
      explain: t('netText'),
      strong: true,
    },
    ...useRealised(facts),
  ];
  return (
    <>
      <Worth facts={facts} />
      <Card>
        <Facts rows={hide ? rows.map(({ note: _note, ...row }) => ({ ...row, value: '••••••' })) : rows} />
      </Card>
    </>
  );
}

import { formatAmount, oneCoin } from '@openmere/core/money/amount.ts';
import { swapFeeShares } from '@openmere/core/setting/market.ts';
import type { PoolState, Quote, Side } from '@openmere/core/swap/quote.ts';
import { judgeImpact, minimumReceived } from '@openmere/core/swap/slippage.ts';
import { useState } from 'react';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { moneyText, moneyTextUp, percentText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { KeyValue } from '../../ui/key-value.tsx';
import type { KeyValueRow } from '../../ui/key-value.tsx';
import { useTradeConfig } from './use-trade-config.ts';
import { changeTradeSettings, useTradeSettings } from './use-trade-settings.ts';
import css from './trade.module.css';

const rules = ['loss', 'price', 'impact', 'poolFee', 'communityFee', 'burn', 'minimum', 'network'] as const;
export type Rule = (typeof rules)[number];

/** A price in USDT per OPEN; pressed, it turns to OPEN per USDT. */
export function FlipPrice({ priceE18 }: { priceE18: bigint }) {
  const t = useTexts('swap');
  const locale = useLocale();
  const { flipped } = useTradeSettings();
  if (priceE18 === 0n) return '—';
  const shown = flipped ? (oneCoin * oneCoin) / priceE18 : priceE18;
  const amount = moneyText(shown, flipped ? 'OPEN' : 'USDT', locale);
  return (
    <button
      type="button"
      className={css.flip}
      title={t('flip')}
      onClick={() => changeTradeSettings({ flipped: !flipped })}
    >
      {t('priceOf', { coin: flipped ? 'USDT' : 'OPEN', amount })}
    </button>
  );
}

export type QuoteProps = {
  side: Side;
  quote: Quote;
  pool: PoolState;
  /** About what the network takes, in wei; undefined while not known. */
  feeWei: bigint | undefined;
};

/** The lines of a quote in the order in which they matter: the loss in money first, then what makes it. */
export function useQuoteRows({ side, quote, pool, feeWei }: QuoteProps, explain?: (rule: Rule) => void) {
  const t = useTexts('swap');
  const locale = useLocale();
  const { slippageBps } = useTradeSettings();
  const [payCoin, receiveCoin] = side === 'buy' ? ['USDT', 'OPEN'] : ['OPEN', 'USDT'];
  const config = useTradeConfig();
  const level = judgeImpact(quote.priceImpactBps, config.impact);
  const impact = percentText(quote.priceImpactBps, locale);
  const line = (key: Rule, label: string, value: KeyValueRow['value']): KeyValueRow => ({
    key,
    label,
    value,
    ...(explain ? { onExplain: () => explain(key), explainLabel: t('explain', { what: label }) } : {}),
  });
  const lost = `${moneyTextUp(quote.lossUsdt, 'USDT', locale)} (${percentText(quote.lossBps, locale)})`;
  const rows = [
    line(
      'loss',
      t('loss'),
      <span className={css.level} data-level={level}>
        {lost}
      </span>,
    ),
    line('price', t('price'), <FlipPrice priceE18={quote.executionPriceE18} />),
    line(
      'impact',
      t('impact'),
      <span className={css.level} data-level={level}>
        {quote.priceImpactBps === 0 ? t('lessThan', { amount: percentText(1, locale) }) : impact}
        {level !== 'none' && ` · ${t(`level_${level}`)}`}
      </span>,
    ),
    line(
      'poolFee',
      t('poolFee', { rate: percentText(pool.poolBps, locale) }),
      moneyTextUp(quote.poolFee, payCoin, locale),
    ),
    line(
      'communityFee',
      t('communityFee', { rate: percentText(pool.communityBps, locale) }),
      moneyTextUp(quote.fee, 'USDT', locale),
    ),
  ];
  if (side === 'sell')
    rows.push(
      line(
        'burn',
        t('burn', { rate: percentText(pool.burnBps, locale) }),
        moneyTextUp(quote.burned, 'OPEN', locale),
      ),
    );
  const network =
    feeWei === undefined ? '—' : t('about', { amount: `${amountText(formatAmount(feeWei), locale, 6)} BNB` });
  rows.push(line('network', t('network'), network));
  const minimum = moneyText(minimumReceived(quote.received, slippageBps), receiveCoin, locale);
  rows.push({ ...line('minimum', t('minimum'), minimum), strong: true });
  return rows;
}

/** What a line of the quote means and how it is reckoned. */
export function RuleSheet({
  rule,
  pool,
  onClose,
}: {
  rule: Rule | undefined;
  pool: PoolState;
  onClose: () => void;
}) {
  const t = useTexts('swap');
  const locale = useLocale();
  const { slippageBps } = useTradeSettings();
  // The last rule stays in sight while the sheet closes.
  const [last, setLast] = useState<Rule>('loss');
  if (rule && rule !== last) setLast(rule);
  const rates: Partial<Record<Rule, number>> = {
    poolFee: pool.poolBps,
    communityFee: pool.communityBps,
    burn: pool.burnBps,
    minimum: slippageBps,
  };
  const rate = percentText(rates[last] ?? 0, locale);
  const shares = useSetting(swapFeeShares);
  const share = (name: string): string =>
    percentText(100 * (shares.find(({ of }) => of === name)?.percent ?? 0), locale);
  return (
    <ClosableSheet open={rule !== undefined} onClose={onClose} title={t(`rule_${last}`)}>
      <p>
        {t(`rule_${last}Text`, {
          rate,
          referral: share('referral'),
          yield: share('yield'),
          node: share('node'),
          market: share('market-value'),
          operations: share('operations'),
        })}
      </p>
    </ClosableSheet>
  );
}

/** The quote, each line with the rule behind it. */
export function TradeQuote(props: QuoteProps) {
  const [rule, setRule] = useState<Rule>();
  // The least that arrives stands in the action bar, always in sight.
  const rows = useQuoteRows(props, setRule).filter(({ key }) => key !== 'minimum');
  return (
    <>
      <KeyValue rows={rows} />
      <RuleSheet rule={rule} pool={props.pool} onClose={() => setRule(undefined)} />
    </>
  );
}

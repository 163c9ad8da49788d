import { judgeSlippage } from '@openmere/core/swap/slippage.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { bpsField, parsePercentBps, percentText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { parseAmountText } from '../../ui/amount-text.ts';
import { ChipRow } from '../../ui/chip-row.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTradeConfig } from './use-trade-config.ts';
import { changeTradeSettings, useTradeSettings } from './use-trade-settings.ts';

/**
 * As people write it: ".5", "0,5", "0.5 %", full-width. A third decimal is read, so that it is refused and not cut; another unit
 * ("30 bps", "5‰") is no percent.
 */
const bpsOf = (text: string) =>
  /[\p{L}‰‱]/u.test(text) ? undefined : parsePercentBps(parseAmountText(text, { decimals: 3 }) ?? '');

const tones = { mayfail: 'warn', frontrun: 'warn', high: 'danger' } as const;

type Props = {
  /** Whose words explain it: a trade's, or those of adding and removing. */
  group: 'swap' | 'liquidity';
  /** A suggestion that can be taken over. */
  children?: (take: (bps: number) => void) => ReactNode;
};

/** Slippage tolerance: presets, an own one below 50 %, and what is said of it. One setting for trades and liquidity. */
export function ToleranceFields({ group, children }: Props) {
  const t = useTexts(group);
  const locale = useLocale();
  const { slippageBps } = useTradeSettings();
  const [text, setText] = useState(() => bpsField(slippageBps, locale));
  const { slippage } = useTradeConfig();
  const { presetsBps, leastBps, mostBps } = slippage;
  const verdict = judgeSlippage(bpsOf(text) ?? 0, slippage);

  function type(next: string): void {
    const bps = bpsOf(next);
    setText(next);
    if (bps !== undefined && judgeSlippage(bps, slippage) !== 'refused')
      changeTradeSettings({ slippageBps: bps });
  }

  const take = (bps: number) => type(bpsField(bps, locale));
  return (
    <Stack>
      <ChipRow
        label={t('slippage')}
        even
        chips={presetsBps.map((bps) => ({
          key: String(bps),
          label: percentText(bps, locale),
          pressed: bps === slippageBps,
          onPress: () => take(bps),
        }))}
      />
      <TextField
        label={t('slippageOwn')}
        hint={t('slippageText')}
        error={
          verdict === 'refused'
            ? t('slippageRange', { least: percentText(leastBps, locale), most: percentText(mostBps, locale) })
            : undefined
        }
        value={text}
        onChange={type}
        inputMode="decimal"
        autoComplete="off"
        trailing="%"
      />
      {verdict !== 'ok' && verdict !== 'refused' && (
        <Notice tone={tones[verdict]} live>
          {t(`slippage_${verdict}`)}
        </Notice>
      )}
      {children?.(take)}
    </Stack>
  );
}

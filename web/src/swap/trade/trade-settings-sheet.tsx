import { checkDeadline } from '@openmere/core/swap/check.ts';
import type { PoolState, Side } from '@openmere/core/swap/quote.ts';
import { suggestSlippage, worstCase } from '@openmere/core/swap/slippage.ts';
import { useState } from 'react';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { DoneButton } from '../../parts/standard-buttons.tsx';
import { errorText } from '../../platform/error-text.ts';
import { moneyTextUp, percentText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { parseAmountText } from '../../ui/amount-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ToleranceFields } from './tolerance-fields.tsx';
import { useTradeConfig } from './use-trade-config.ts';
import { changeTradeSettings, useTradeSettings } from './use-trade-settings.ts';
import css from './trade.module.css';

/** The trade in the form, which the suggestion and the worst case are reckoned for. */
export type SettingsTrade = { side: Side; amountIn: bigint; pool: PoolState };

/** What fits the trade, and never more than the operator lets one set. */
export function useSuggested(trade: SettingsTrade | undefined) {
  const { slippage } = useTradeConfig();
  if (!trade) return undefined;
  const bps = Math.min(suggestSlippage(trade, trade.pool).bps, slippage.mostBps);
  return { bps, worst: worstCase(trade.side, trade.amountIn, trade.pool, bps) };
}

function Suggestion({ trade, onTake }: { trade: SettingsTrade; onTake: (bps: number) => void }) {
  const t = useTexts('swap');
  const locale = useLocale();
  const { slippageBps } = useTradeSettings();
  const suggested = useSuggested(trade);
  if (!suggested) return null;
  const rate = percentText(suggested.bps, locale);
  const worst = moneyTextUp(suggested.worst.lossUsdt, 'USDT', locale);
  const own = worstCase(trade.side, trade.amountIn, trade.pool, slippageBps);
  return (
    <>
      <p className={css.quiet}>{t('slippageWorst', { amount: moneyTextUp(own.lossUsdt, 'USDT', locale) })}</p>
      {suggested.bps !== slippageBps && (
        <Notice
          title={t('slippageSuggest', { rate })}
          action={<TextLink onPress={() => onTake(suggested.bps)}>{t('slippageTake', { rate })}</TextLink>}
        >
          {t('slippageSuggestText', { amount: worst })}
        </Notice>
      )}
    </>
  );
}

function Deadline() {
  const t = useTexts('swap');
  const { deadlineMinutes } = useTradeSettings();
  const [text, setText] = useState(() => String(deadlineMinutes));
  function minutesOf(written: string): number {
    // A decimal is read, so that it is refused and not cut; "2 h" are no two minutes.
    const plain = /\p{L}/u.test(written) ? undefined : parseAmountText(written, { decimals: 1 });
    return /^\d{1,5}$/.test(plain ?? '') ? Number(plain) : 0;
  }
  const { deadline } = useTradeConfig();
  const refusal = checkDeadline(minutesOf(text) * 60, deadline);
  return (
    <TextField
      label={t('deadline')}
      hint={t('deadlineText', { minutes: deadline.defaultSec / 60 })}
      error={refusal && errorText(refusal)}
      value={text}
      onChange={(next) => {
        setText(next);
        if (!checkDeadline(minutesOf(next) * 60, deadline))
          changeTradeSettings({ deadlineMinutes: minutesOf(next) });
      }}
      inputMode="numeric"
      autoComplete="off"
      trailing={<span className={css.unit}>{t('minutes')}</span>}
    />
  );
}

type Props = { open: boolean; onClose: () => void; trade: SettingsTrade | undefined };

/** How one trades: tolerance, time limit, expert mode. What is chosen holds at once and stays on this device. */
export function TradeSettingsSheet({ open, onClose, trade }: Props) {
  const t = useTexts('swap');
  const locale = useLocale();
  const { expert } = useTradeSettings();
  const { impact } = useTradeConfig();
  return (
    <ClosableSheet
      open={open}
      onClose={onClose}
      title={t('settings')}
      footer={<DoneButton onPress={onClose} />}
    >
      <Stack>
        <SectionTitle>{t('slippage')}</SectionTitle>
        <ToleranceFields group="swap">
          {(take) => trade && <Suggestion trade={trade} onTake={take} />}
        </ToleranceFields>
        <Deadline />
        <Switch
          label={t('expert')}
          note={t('expertText', { rate: percentText(impact.refuseBps, locale) })}
          checked={expert}
          onChange={(on) => changeTradeSettings({ expert: on })}
        />
        {expert && <Notice tone="danger">{t('expertOn')}</Notice>}
      </Stack>
    </ClosableSheet>
  );
}

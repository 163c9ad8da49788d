import { judgeSlippage } from '@openmere/core/swap/slippage.ts';
import { useState } from 'react';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { bpsField, parsePercentBps, percentText } from '../swap/trade/trade-text.ts';
import { useTradeConfig } from '../swap/trade/use-trade-config.ts';
import { changeTradeSettings, useTradeSettings } from '../swap/trade/use-trade-settings.ts';
import { Button } from '../ui/button.tsx';
import { ChipRow } from '../ui/chip-row.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';

const tones = { mayfail: 'warn', frontrun: 'warn', high: 'danger' } as const;

function ToleranceFields() {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const { slippageBps } = useTradeSettings();
  const [text, setText] = useState(() => bpsField(slippageBps, locale));
  const { slippage } = useTradeConfig();
  const verdict = judgeSlippage(parsePercentBps(text) ?? 0, slippage);
  const { presetsBps, leastBps, mostBps } = slippage;

  function type(next: string): void {
    const bps = parsePercentBps(next);
    setText(next);
    if (bps !== undefined && judgeSlippage(bps, slippage) !== 'refused')
      changeTradeSettings({ slippageBps: bps });
  }

  return (
    <Stack>
      <ChipRow
        label={t('tolerance')}
        even
        chips={presetsBps.map((bps) => ({
          key: String(bps),
          label: percentText(bps, locale),
          pressed: bps === slippageBps,
          onPress: () => type(bpsField(bps, locale)),
        }))}
      />
      <TextField
        label={t('toleranceOwn')}
        hint={t('toleranceText')}
        error={
          verdict === 'refused'
            ? t('toleranceRange', {
                least: percentText(leastBps, locale),
                most: percentText(mostBps, locale),
              })
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
          {t(`tolerance_${verdict}`)}
        </Notice>
      )}
    </Stack>
  );
}

/** How much the price may move until the transaction is mined; one setting for trades and liquidity. */
export function ToleranceRow() {
  const t = useTexts('liquidity');
  const app = useTexts('app');
  const locale = useLocale();
  const { slippageBps, deadlineMinutes } = useTradeSettings();
  const [open, setOpen] = useState(false);
  return (
    <>
      <List>
        <ListRow
          title={t('tolerance')}
          subtitle={t('waits', { count: deadlineMinutes })}
          trailing={percentText(slippageBps, locale)}
          onPress={() => setOpen(true)}
        />
      </List>
      <ClosableSheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('tolerance')}
        footer={<Button onPress={() => setOpen(false)}>{app('done')}</Button>}
      >
        <ToleranceFields />
      </ClosableSheet>
    </>
  );
}

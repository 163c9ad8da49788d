import { useState } from 'react';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { DoneButton } from '../parts/standard-buttons.tsx';
import { percentText } from '../platform/figure-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { ToleranceFields } from '../swap/trade/tolerance-fields.tsx';
import { useTradeSettings } from '../swap/trade/use-trade-settings.ts';
import { List, ListRow } from '../ui/list.tsx';

/** How much the price may move until the transaction is mined; one setting for trades and liquidity. */
export function ToleranceRow() {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const { slippageBps, deadlineMinutes } = useTradeSettings();
  const [open, setOpen] = useState(false);
  return (
    <>
      <List>
        <ListRow
          title={t('slippage')}
          subtitle={t('waits', { count: deadlineMinutes })}
          trailing={percentText(slippageBps, locale)}
          onPress={() => setOpen(true)}
        />
      </List>
      <ClosableSheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('slippage')}
        footer={<DoneButton onPress={() => setOpen(false)} />}
      >
        <ToleranceFields group="liquidity" />
      </ClosableSheet>
    </>
  );
}

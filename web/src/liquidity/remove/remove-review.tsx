import { checkRemove } from '@openmere/core/liquidity/check.ts';
import { quoteSides } from '@openmere/core/liquidity/quote.ts';
import { useState } from 'react';
import { MovedNotice } from '../../parts/moved-notice.tsx';
import { errorText } from '../../platform/error-text.ts';
import { moneyText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import type { TradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { FreshLiquidity } from '../liquidity-data.ts';
import { SignButton } from '../sign-part.tsx';
import type { LiquidityFacts } from '../use-liquidity.ts';
import { RemovePreview } from './remove-preview.tsx';

type Props = {
  facts: LiquidityFacts;
  fresh: FreshLiquidity;
  lp: bigint | undefined;
  wallet: TradeWallet;
  onSign: (taken: bigint) => Promise<void>;
};

/** What would be signed, from the chain's own state; "ok" is typed before the button can be held (specification §5). */
export function RemoveReview({ facts, fresh, lp, wallet, onSign }: Props) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const { slippageBps, deadlineMinutes } = useTradeSettings();
  const [typed, setTyped] = useState('');
  const refusal = checkRemove(
    // Keyboards for Chinese and Japanese may write it full-width.
    {
      lp,
      lpAvailable: fresh.lp,
      typed: typed.normalize('NFKC'),
      slippageBps,
      deadlineSec: deadlineMinutes * 60,
    },
    fresh.pool,
  );
  const taken = lp ?? 0n;
  const { usdt, open } = quoteSides(taken, fresh.pool);
  return (
    <>
      <MovedNotice figures={{ gets: [usdt, open] }} />
      <RemovePreview
        lp={taken}
        pool={fresh.pool}
        terms={facts}
        ousdPaused={fresh.ousdPaused}
        nowMs={Number(fresh.time) * 1000}
      />
      <TextField
        label={t('typeOk')}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SignButton
        wallet={wallet}
        action={t('doRemove', { amount: moneyText(taken, 'LP', locale) })}
        disabledReason={refusal && errorText(refusal)}
        onSign={() => onSign(taken)}
      />
    </>
  );
}

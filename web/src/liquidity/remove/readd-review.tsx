import { checkReadd, liquidityConfig } from '@openmere/core/liquidity/check.ts';
import { leastOf } from '@openmere/core/liquidity/quote.ts';
import type { ReaddQuote } from '@openmere/core/liquidity/quote.ts';
import { useState } from 'react';
import { ApprovalChoice, missingOf } from '../../parts/approval-choice.tsx';
import { MovedNotice } from '../../parts/moved-notice.tsx';
import { errorText } from '../../platform/error-text.ts';
import { moneyText, moneyTextUp } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import type { TradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import { Facts } from '../facts.tsx';
import type { FreshLiquidity } from '../liquidity-data.ts';
import { shareText } from '../liquidity-text.ts';
import { SignButton } from '../sign-part.tsx';

/** What re-adding takes, from where, and what it gives. */
export function ReaddRows({ quote }: { quote: ReaddQuote }) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const { slippageBps } = useTradeSettings();
  return (
    <Facts
      rows={[
        {
          key: 'held',
          label: t('fromHeld'),
          value: moneyText(quote.fromHeld, 'OUSD', locale),
          explain: t('fromHeldText'),
        },
        { key: 'own', label: t('fromOwn'), value: moneyTextUp(quote.fromOwn, 'OUSD', locale) },
        {
          key: 'open',
          label: t('openNeeded'),
          value: moneyTextUp(quote.open, 'OPEN', locale),
          explain: t('openNeededText'),
        },
        {
          key: 'lp',
          label: t('lpReceived'),
          value: moneyText(quote.lp, 'LP', locale),
          explain: t('lpText'),
          strong: true,
        },
        {
          key: 'share',
          label: t('shareAfter'),
          value: shareText(quote.shareE18, locale),
          explain: t('shareAddText'),
        },
        {
          key: 'least',
          label: t('leastTaken'),
          value: moneyText(leastOf(quote.usdt, slippageBps), 'OUSD', locale),
          note: moneyText(leastOf(quote.open, slippageBps), 'OPEN', locale),
          explain: t('leastTakenText'),
        },
      ]}
    />
  );
}

type Props = {
  fresh: FreshLiquidity;
  quote: ReaddQuote | undefined;
  heldAsked: bigint;
  wallet: TradeWallet;
  /** `unlimited`: the coins that the desk may take without a limit. */
  onSign: (agreed: ReaddQuote, unlimited: readonly string[]) => Promise<void>;
};

/** What would be signed, from the chain's own state, and the button. */
export function ReaddReview({ fresh, quote, heldAsked, wallet, onSign }: Props) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const { slippageBps, deadlineMinutes } = useTradeSettings();
  const [unlimited, setUnlimited] = useState<readonly string[]>([]);
  const missing = missingOf([
    { coin: 'OUSD', amount: quote?.fromOwn ?? 0n, allowed: fresh.allowed.ousd },
    { coin: 'OPEN', amount: quote?.openDesired ?? 0n, allowed: fresh.allowed.open },
  ]);
  const refusal = checkReadd(
    quote,
    {
      paused: fresh.paused,
      activated: wallet.member?.activated ?? false,
      twapE18: fresh.twapE18,
      slippageBps,
      deadlineSec: deadlineMinutes * 60,
      heldAsked,
      heldTotal: fresh.held,
      holdings: { ousd: fresh.ousd, open: fresh.open },
    },
    fresh.pool,
    { ...liquidityConfig, maxDeviationBps: fresh.maxDeviationBps },
  );
  return (
    <>
      <MovedNotice figures={quote && { gets: [quote.lp], gives: [quote.usdt, quote.open] }} />
      {quote && <ReaddRows quote={quote} />}
      <ApprovalChoice missing={missing} unlimited={unlimited} onChange={setUnlimited} />
      {missing.length > 0 && unlimited.length === 0 && <p>{t('exactApprovals')}</p>}
      <SignButton
        wallet={wallet}
        action={t('doReadd', { amount: moneyTextUp(quote?.usdt ?? 0n, 'OUSD', locale) })}
        disabledReason={refusal && errorText(refusal)}
        onSign={async () => quote && onSign(quote, unlimited)}
      />
    </>
  );
}

import { checkRemove } from '@openmere/core/liquidity/check.ts';
import { leastOf, quoteSides } from '@openmere/core/liquidity/quote.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { useEffect, useState } from 'react';
import { dropSentDraft, keepDraft, readDraftAmount } from '../../platform/drafts.ts';
import { errorText } from '../../platform/error-text.ts';
import { moneyText, percentText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { baseUnits, displayStyle } from '../../platform/money-text.ts';
import { readChainConfig } from '../../platform/wallet/chain-config.ts';
import { deadlineOf } from '../../platform/wallet/deadline.ts';
import { sendTransaction } from '../../platform/wallet/transactions.ts';
import type { Pool } from '../../swap/trade/use-trade-pool.ts';
import { useTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import type { TradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { Stack } from '../../ui/page.tsx';
import type { FreshLiquidity } from '../liquidity-data.ts';
import { LiquidityGates, useGateReason } from '../liquidity-gates.tsx';
import { fieldAmount, fieldPlain } from '../liquidity-text.ts';
import { isAsking } from '../overview/under-way.tsx';
import { ReviewSheet } from '../review-sheet.tsx';
import { Problem, useSending } from '../sign-part.tsx';
import { StayNotices } from '../stay-notices.tsx';
import { ToleranceRow } from '../tolerance.tsx';
import { liquidityPoolOf, useLatestOf } from '../use-liquidity.ts';
import type { LiquidityFacts } from '../use-liquidity.ts';
import { RemovePreview } from './remove-preview.tsx';
import { RemoveReview } from './remove-review.tsx';

const parts = [25n, 50n, 75n, 100n] as const;
const DRAFT = 'removeLiquidity';

type Props = { facts: LiquidityFacts; pool: Pool; wallet: TradeWallet };

/** What came of re-adding a held amount stays until that hold’s time. */
const freeLpOf = (facts: LiquidityFacts) => baseUnits(facts.lp) - baseUnits(facts.lplocked);

function useRemoveReasons(amount: string, { facts, pool, wallet }: Props) {
  const t = useTexts('liquidity');
  const { slippageBps, deadlineMinutes } = useTradeSettings();
  const lp = fieldAmount(amount, freeLpOf(facts));
  const refusal = checkRemove(
    // The word is typed in the review.
    { lp, lpAvailable: freeLpOf(facts), typed: 'ok', slippageBps, deadlineSec: deadlineMinutes * 60 },
    liquidityPoolOf(pool),
  );
  const gateReason = useGateReason('out', wallet);
  const amountText = amount === '' ? undefined : refusal && errorText(refusal);
  const reason = gateReason ?? (amount === '' ? t('enterLp') : amountText);
  return { lp: refusal ? undefined : lp, amountText, reason };
}

/** Removing: how much LP, what comes back, what is held and until when; typed and held to confirm in the review. */
export function RemoveForm({ facts, pool, wallet }: Props) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const [amount, setAmount] = useState(() => readDraftAmount(DRAFT));
  useEffect(() => keepDraft(DRAFT, { amount }), [amount]);
  const [reviewing, setReviewing] = useState(false);
  const { slippageBps, deadlineMinutes } = useTradeSettings();
  const { problem, send } = useSending();
  const record = useLatestOf(['liquidity.remove'], wallet.own);
  const { lp, amountText, reason } = useRemoveReasons(amount, { facts, pool, wallet });
  const available = freeLpOf(facts);

  async function remove(fresh: FreshLiquidity, taken: bigint): Promise<void> {
    setReviewing(false);
    const sent = await send(async () => {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('../liquidity-data.ts')]);
      const { usdt, open } = quoteSides(taken, fresh.pool);
      await sendTransaction({
        kind: 'liquidity.remove',
        // While OUSD is paused all of it comes as USDT, and nothing is held.
        note: { lp: formatAmount(taken), ...(fresh.ousdPaused ? { paid: 'USDT' } : {}) },
        from: wallet.own,
        to: data.deskOf(contracts).liquidityDesk,
        data: data.removeData(
          taken,
          leastOf(usdt, slippageBps),
          leastOf(open, slippageBps),
          deadlineOf(fresh, deadlineMinutes),
        ),
        pool: true,
      });
    });
    if (!sent) return;
    setAmount((now) => (now === amount ? '' : now));
    dropSentDraft(DRAFT, { amount });
  }

  if (available === 0n && baseUnits(facts.lp) > 0n) return <StayNotices facts={facts} />;
  if (available === 0n)
    return (
      <EmptyState
        title={t('nothingTitle')}
        action={<Button href="#/pages/swap/addLiquidity/addLiquidity">{t('add')}</Button>}
      >
        {t('nothingToRemove')}
      </EmptyState>
    );
  return (
    <Stack>
      <Problem text={problem} />
      <LiquidityGates way="out" wallet={wallet} />
      <StayNotices facts={facts} />
      <AmountField
        label={t('lpToRemove')}
        hint={t('lpBalance', { amount: moneyText(available, 'LP', locale) })}
        error={amountText}
        value={amount}
        onChange={setAmount}
        unit="LP"
        decimals={18}
        decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
        chips={parts.map((part) => ({
          key: String(part),
          label: percentText(Number(part) * 100, locale),
          onPress: () => setAmount(fieldPlain((available * part) / 100n)),
        }))}
        chipsLabel={t('lpParts')}
      />
      {lp !== undefined && lp > 0n && (
        <Card>
          <RemovePreview
            lp={lp}
            pool={liquidityPoolOf(pool)}
            terms={facts}
            ousdPaused={facts.holdliftedat !== null}
          />
        </Card>
      )}
      <ToleranceRow />
      <PageAction
        disabledReason={isAsking(record) ? t('answerWallet') : reason}
        onPress={() => setReviewing(true)}
      >
        {t('doRemove', { amount: moneyText(lp ?? 0n, 'LP', locale) })}
      </PageAction>
      <ReviewSheet
        open={reviewing}
        onClose={() => setReviewing(false)}
        title={t('reviewRemove')}
        owner={wallet.own}
      >
        {(fresh) => (
          <RemoveReview
            facts={facts}
            fresh={fresh}
            lp={fieldAmount(amount, available)}
            wallet={wallet}
            onSign={(taken) => remove(fresh, taken)}
          />
        )}
      </ReviewSheet>
    </Stack>
  );
}

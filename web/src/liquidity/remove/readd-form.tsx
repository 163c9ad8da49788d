import { checkReadd, liquidityConfig } from '@openmere/core/liquidity/check.ts';
import { leastOf, quoteReadd } from '@openmere/core/liquidity/quote.ts';
import type { LiquidityPool, ReaddQuote } from '@openmere/core/liquidity/quote.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { useState } from 'react';
import { dropSentDraft, keepDraft, readDraft } from '../../platform/drafts.ts';
import { errorText } from '../../platform/error-text.ts';
import { moneyText, moneyTextUp, percentText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { baseUnits, displayStyle } from '../../platform/money-text.ts';
import { readChainConfig } from '../../platform/wallet/chain-config.ts';
import { deadlineOf } from '../../platform/wallet/deadline.ts';
import { sendTransaction } from '../../platform/wallet/transactions.ts';
import { SpokenQuote } from '../../swap/spoken-quote.tsx';
import type { Pool } from '../../swap/trade/use-trade-pool.ts';
import { useTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import type { TradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Card } from '../../ui/card.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { Stack } from '../../ui/page.tsx';
import type { FreshLiquidity } from '../liquidity-data.ts';
import { ClosedNotice, closedTextOf, LiquidityGates, useGateReason } from '../liquidity-gates.tsx';
import { fieldAmount, fieldPlain } from '../liquidity-text.ts';
import { isAsking } from '../overview/under-way.tsx';
import { ReviewSheet } from '../review-sheet.tsx';
import { Problem, useSending } from '../sign-part.tsx';
import { ToleranceRow } from '../tolerance.tsx';
import { liquidityPoolOf, useDeskPaused, useLatestOf } from '../use-liquidity.ts';
import type { LiquidityFacts } from '../use-liquidity.ts';
import { useOwnOusd } from '../use-own-ousd.ts';
import { ReaddReview, ReaddRows } from './readd-review.tsx';

const parts = [25n, 50n, 75n, 100n] as const;
const DRAFT = 'readd';

type Props = { facts: LiquidityFacts; pool: Pool; wallet: TradeWallet };
export type ReaddRequest = { heldOusd: bigint; ownOusd: bigint };

/** What the pool takes for this much OUSD; undefined where what was typed is no amount. */
export function readdQuoteOf(request: ReaddRequest | undefined, pool: LiquidityPool): ReaddQuote | undefined {
  return request && quoteReadd(request, pool);
}

/** What was typed before, or all that is held. */
function useFields(heldTotal: bigint) {
  const [fields, setFields] = useState(() => {
    const { held = '', own = '' } = readDraft(DRAFT);
    return held === '' && own === '' && heldTotal > 0n ? { held: fieldPlain(heldTotal), own } : { held, own };
  });
  function put(next: typeof fields): void {
    setFields(next);
    keepDraft(DRAFT, next);
  }
  return {
    fields,
    set: (change: Partial<typeof fields>) => put({ ...fields, ...change }),
    /** Sent; what was typed meanwhile stays. */
    clear(sent: typeof fields): void {
      setFields((now) => (now === sent ? { held: '', own: '' } : now));
      dropSentDraft(DRAFT, sent);
    },
  };
}

function requestOf(held: string, heldTotal: bigint, own: string): ReaddRequest | undefined {
  const heldOusd = fieldAmount(held, heldTotal);
  const ownOusd = fieldAmount(own, 0n);
  return heldOusd === undefined || ownOusd === undefined ? undefined : { heldOusd, ownOusd };
}

function useReaddReasons(request: ReaddRequest | undefined, empty: boolean, { facts, pool, wallet }: Props) {
  const t = useTexts('liquidity');
  const { slippageBps, deadlineMinutes } = useTradeSettings();
  const ousd = useOwnOusd(wallet.own);
  const poolState = liquidityPoolOf(pool);
  const refusal = checkReadd(
    readdQuoteOf(request, poolState),
    {
      paused: useDeskPaused(),
      activated: true,
      twapE18: pool.twap === null ? undefined : baseUnits(pool.twap),
      slippageBps,
      deadlineSec: deadlineMinutes * 60,
      heldAsked: request?.heldOusd ?? 0n,
      heldTotal: baseUnits(facts.heldtotal),
      holdings: { ousd, open: wallet.open },
    },
    poolState,
    liquidityConfig,
  );
  const gateReason = useGateReason('in', wallet);
  const closedText = closedTextOf(refusal);
  const text = empty ? undefined : refusal && errorText(refusal);
  const isHeld = refusal?.code === 'liquidity.remaininginsufficient';
  return {
    ousd,
    refusal,
    heldText: isHeld ? text : undefined,
    ownText: isHeld || closedText !== undefined ? undefined : text,
    reason: closedText ?? gateReason ?? (empty ? t('enterAmount') : text),
  };
}

/** Re-adding: what is held goes first, then OUSD of the wallet; OPEN follows in the pool's ratio. */
export function ReaddForm({ facts, pool, wallet }: Props) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const heldTotal = baseUnits(facts.heldtotal);
  const form = useFields(heldTotal);
  const { fields, set } = form;
  const { held, own } = fields;
  const [reviewing, setReviewing] = useState(false);
  const { slippageBps, deadlineMinutes } = useTradeSettings();
  const { problem, send } = useSending();
  const record = useLatestOf(['liquidity.readd'], wallet.own);
  const request = requestOf(held, heldTotal, own);
  const empty = held === '' && own === '';
  const reasons = useReaddReasons(request, empty, { facts, pool, wallet });
  const poolState = liquidityPoolOf(pool);
  const quote = readdQuoteOf(request, poolState);
  const decimalMark = displayStyle(locale).decimal === ',' ? ',' : '.';

  async function readd(
    fresh: FreshLiquidity,
    agreed: ReaddQuote,
    unlimited: readonly string[],
  ): Promise<void> {
    setReviewing(false);
    const sent = await send(async () => {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('../liquidity-data.ts')]);
      const desk = data.deskOf(contracts);
      const { fromHeld, fromOwn } = agreed;
      await sendTransaction({
        kind: 'liquidity.readd',
        note: { ousd: formatAmount(agreed.usdt) },
        from: wallet.own,
        to: desk.liquidityDesk,
        data: data.readdData(agreed, {
          open: agreed.openDesired,
          usdtMin: leastOf(agreed.usdt, slippageBps),
          openMin: leastOf(agreed.open, slippageBps),
          deadline: deadlineOf(fresh, deadlineMinutes),
        }),
        approve: [
          ...(fromOwn > 0n
            ? [
                {
                  token: desk.ousd,
                  spender: desk.liquidityDesk,
                  amount: fromOwn,
                  unlimited: unlimited.includes('OUSD'),
                },
              ]
            : []),
          {
            token: desk.open,
            spender: desk.liquidityDesk,
            amount: agreed.openDesired,
            unlimited: unlimited.includes('OPEN'),
          },
        ],
        pool: true,
      });
      return fromHeld;
    });
    if (sent) form.clear(fields);
  }

  return (
    <Stack>
      <Problem text={problem} />
      <ClosedNotice refusal={reasons.refusal} />
      <LiquidityGates way="in" wallet={wallet} />
      <AmountField
        label={t('fromHeld')}
        hint={t('heldBalance', { amount: moneyText(heldTotal, 'OUSD', locale) })}
        error={reasons.heldText}
        value={held}
        onChange={(text) => set({ held: text })}
        unit="OUSD"
        decimals={18}
        decimalMark={decimalMark}
        chips={
          heldTotal === 0n
            ? []
            : parts.map((part) => ({
                key: String(part),
                label: percentText(Number(part) * 100, locale),
                onPress: () => set({ held: fieldPlain((heldTotal * part) / 100n) }),
              }))
        }
        chipsLabel={t('heldParts')}
      />
      <AmountField
        label={t('fromOwn')}
        hint={
          reasons.ousd === undefined
            ? t('balanceUnknown')
            : t('balance', { amount: moneyText(reasons.ousd, 'OUSD', locale) })
        }
        error={reasons.ownText}
        value={own}
        onChange={(text) => set({ own: text })}
        unit="OUSD"
        decimals={18}
        decimalMark={decimalMark}
      />
      <SpokenQuote
        typed={empty || !quote ? '' : `${held} ${own}`}
        label={t('lpReceived')}
        value={moneyText(quote?.lp ?? 0n, 'LP', locale)}
      />
      {quote && quote.lp > 0n && (
        <Card>
          <ReaddRows quote={quote} />
        </Card>
      )}
      <ToleranceRow />
      <PageAction
        disabledReason={isAsking(record) ? t('answerWallet') : reasons.reason}
        onPress={() => setReviewing(true)}
      >
        {t('doReadd', { amount: moneyTextUp(quote?.usdt ?? 0n, 'OUSD', locale) })}
      </PageAction>
      <ReviewSheet
        open={reviewing}
        onClose={() => setReviewing(false)}
        title={t('reviewReadd')}
        owner={wallet.own}
      >
        {(fresh) => (
          <ReaddReview
            fresh={fresh}
            quote={readdQuoteOf(request, fresh.pool)}
            heldAsked={request?.heldOusd ?? 0n}
            wallet={wallet}
            onSign={(agreed, unlimited) => readd(fresh, agreed, unlimited)}
          />
        )}
      </ReviewSheet>
    </Stack>
  );
}

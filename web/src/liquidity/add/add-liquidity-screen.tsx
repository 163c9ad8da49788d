import { checkAdd, liquidityConfig } from '@openmere/core/liquidity/check.ts';
import { leastOf } from '@openmere/core/liquidity/quote.ts';
import type { AddQuote } from '@openmere/core/liquidity/quote.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { useState } from 'react';
import { RiskPart, useRiskDue } from '../../auth/agreement/risk-gate.tsx';
import { errorText } from '../../platform/error-text.ts';
import { moneyText, moneyTextUp } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { baseUnits } from '../../platform/money-text.ts';
import { readChainConfig } from '../../platform/wallet/chain-config.ts';
import { deadlineOf } from '../../platform/wallet/deadline.ts';
import { sendTransaction } from '../../platform/wallet/transactions.ts';
import { SpokenQuote } from '../../swap/spoken-quote.tsx';
import type { Pool } from '../../swap/trade/use-trade-pool.ts';
import { useTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import { useTradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { EquityLimit } from '../equity-preview.tsx';
import { Facts } from '../facts.tsx';
import type { FreshLiquidity } from '../liquidity-data.ts';
import { ClosedNotice, closedTextOf, LiquidityGates, useGateReason } from '../liquidity-gates.tsx';
import { LiquidityNav, LiquidityPage } from '../liquidity-page.tsx';
import { isAsking, UnderWay } from '../overview/under-way.tsx';
import { ReviewSheet } from '../review-sheet.tsx';
import { Problem, useSending } from '../sign-part.tsx';
import { ToleranceRow } from '../tolerance.tsx';
import { liquidityPoolOf, useDeskPaused, useLatestOf } from '../use-liquidity.ts';
import type { LiquidityFacts } from '../use-liquidity.ts';
import { AddFields } from './add-fields.tsx';
import { addedValue, useAddRows } from './add-quote.tsx';
import { AddReview } from './add-review.tsx';
import { useAddForm } from './use-add-form.ts';
import type { AddFormState } from './use-add-form.ts';

type FormProps = { facts: LiquidityFacts; pool: Pool };

/** Why one cannot go on with what is known before the review, which asks the chain for all of it. */
function useReasons(
  state: AddFormState,
  { facts, pool }: FormProps,
  wallet: ReturnType<typeof useTradeWallet>,
) {
  const t = useTexts('liquidity');
  const { slippageBps, deadlineMinutes } = useTradeSettings();
  const gateReason = useGateReason('in', wallet);
  const paused = useDeskPaused();
  const refusal = checkAdd(
    state.quote,
    {
      paused,
      activated: true,
      twapE18: pool.twap === null ? undefined : baseUnits(pool.twap),
      slippageBps,
      deadlineSec: deadlineMinutes * 60,
      holdings: { usdt: wallet.usdt, open: wallet.open },
    },
    liquidityPoolOf(pool),
    { ...liquidityConfig, minimumAdd: baseUnits(facts.minimumadd) },
  );
  const closedText = closedTextOf(refusal);
  const typed = state.form.amount !== '';
  return {
    refusal,
    amountText: typed && refusal && closedText === undefined ? errorText(refusal) : undefined,
    // First: nobody binds a wallet or activates only to be refused.
    reason: closedText ?? gateReason ?? (typed ? refusal && errorText(refusal) : t('enterAmount')),
  };
}

function AddRows(props: Parameters<typeof useAddRows>[0]) {
  return <Facts rows={useAddRows(props)} />;
}

function AddForm({ facts, pool }: FormProps) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const wallet = useTradeWallet();
  const poolState = liquidityPoolOf(pool);
  const state = useAddForm(poolState);
  const { quote } = state;
  const { slippageBps, deadlineMinutes } = useTradeSettings();
  const { reason, amountText, refusal } = useReasons(state, { facts, pool }, wallet);
  const [reviewing, setReviewing] = useState(false);
  const { problem, send } = useSending();
  const record = useLatestOf(['liquidity.add'], wallet.own);
  const twapE18 = pool.twap === null ? undefined : baseUnits(pool.twap);
  const value = quote && addedValue(quote, twapE18);
  const both = (usdt: bigint, open: bigint) => ({
    usdt: moneyTextUp(usdt, 'USDT', locale),
    open: moneyTextUp(open, 'OPEN', locale),
  });

  async function add(fresh: FreshLiquidity, agreed: AddQuote, unlimited: readonly string[]): Promise<void> {
    const { usdtDesired, openDesired } = agreed;
    setReviewing(false);
    const sent = await send(async () => {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('../liquidity-data.ts')]);
      const desk = data.deskOf(contracts);
      await sendTransaction({
        kind: 'liquidity.add',
        note: { usdt: formatAmount(agreed.usdt), open: formatAmount(agreed.open) },
        from: wallet.own,
        to: desk.liquidityDesk,
        data: data.addData({
          usdt: usdtDesired,
          open: openDesired,
          usdtMin: leastOf(agreed.usdt, slippageBps),
          openMin: leastOf(agreed.open, slippageBps),
          deadline: deadlineOf(fresh, deadlineMinutes),
        }),
        approve: [
          {
            token: desk.usdt,
            spender: desk.liquidityDesk,
            amount: usdtDesired,
            unlimited: unlimited.includes('USDT'),
          },
          {
            token: desk.open,
            spender: desk.liquidityDesk,
            amount: openDesired,
            unlimited: unlimited.includes('OPEN'),
          },
        ],
        pool: true,
      });
    });
    if (sent) state.clear(state.form);
  }

  return (
    <Page
      nav={<LiquidityNav title="liquidity.titleAddLiquidity" />}
      footer={
        <PageAction
          disabledReason={isAsking(record) ? t('answerWallet') : reason}
          onPress={() => setReviewing(true)}
        >
          {quote ? t('doAdd', both(quote.usdt, quote.open)) : t('add')}
        </PageAction>
      }
      aside={
        <Stack>
          {quote && quote.lp > 0n && (
            <Card>
              <AddRows quote={quote} pool={poolState} twapE18={twapE18} equity={facts.equity} />
            </Card>
          )}
          {value !== undefined && value > 0n && <EquityLimit value={value} equity={facts.equity} />}
          <ToleranceRow />
          <Notice tone="warn" title={t('riskTitle')}>
            {t('riskAdd')}
          </Notice>
        </Stack>
      }
    >
      <UnderWay sought={['liquidity.add']} from={wallet.own} />
      <Problem text={problem} />
      <ClosedNotice refusal={refusal} />
      <LiquidityGates way="in" wallet={wallet} />
      <AddFields state={state} pool={poolState} wallet={wallet} error={amountText} />
      <SpokenQuote
        typed={quote ? `${state.form.typed} ${state.form.amount}` : ''}
        label={t('lpReceived')}
        value={moneyText(quote?.lp ?? 0n, 'LP', locale)}
      />
      <ReviewSheet
        open={reviewing}
        onClose={() => setReviewing(false)}
        title={t('reviewAdd')}
        owner={wallet.own}
      >
        {(fresh) => (
          <AddReview
            fresh={fresh}
            form={state.form}
            equity={facts.equity}
            wallet={wallet}
            onSign={(agreed, unlimited) => add(fresh, agreed, unlimited)}
          />
        )}
      </ReviewSheet>
    </Page>
  );
}

/** Nothing more goes in; what was sent before is followed on. */
function RiskFirst() {
  const { own } = useTradeWallet();
  return (
    <Page narrow nav={<LiquidityNav title="liquidity.titleAddLiquidity" />}>
      <UnderWay sought={['liquidity.add']} from={own} />
      <RiskPart />
    </Page>
  );
}

/** Adding liquidity from one's own wallet: both coins in the pool's ratio → review with the chain's figures → wallet. */
export function AddLiquidityScreen() {
  if (useRiskDue()) return <RiskFirst />;
  return (
    <LiquidityPage title="liquidity.titleAddLiquidity">
      {(facts, pool) => <AddForm facts={facts} pool={pool} />}
    </LiquidityPage>
  );
}

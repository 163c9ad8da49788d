import { useState } from 'react';
import { BackBar } from '../../parts/back-bar.tsx';
import { CallFailed } from '../../parts/call-failed.tsx';
import { WaitingCard } from '../../parts/waiting.tsx';
import { exactTime } from '../../platform/exact-time.ts';
import { percentText } from '../../platform/figure-text.ts';
import { useLocale, useTexts, useTitle } from '../../platform/i18n.ts';
import { useLive } from '../../platform/live.ts';
import { isAsking } from '../../platform/wallet/transaction-record.ts';
import { useLatestTransaction } from '../../platform/wallet/transactions.ts';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconReceipt } from '../../ui/icon/money.tsx';
import { IconSettings } from '../../ui/icon/place.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { ActionBar, useReasons } from './trade-action.tsx';
import { TradeChart } from './trade-chart.tsx';
import { TradeFields } from './trade-fields.tsx';
import { TradeGates } from './trade-gates.tsx';
import { TradeProgress } from './trade-progress.tsx';
import { TradeQuote } from './trade-quote.tsx';
import { TradeReviewSheet } from './trade-review-sheet.tsx';
import { TradeSettingsSheet, useSuggested } from './trade-settings-sheet.tsx';
import type { SettingsTrade } from './trade-settings-sheet.tsx';
import { useSendTrade } from './use-send-trade.ts';
import type { TradeProblem } from './use-send-trade.ts';
import { useTradeForm } from './use-trade-form.ts';
import { poolStateOf, useTradePool } from './use-trade-pool.ts';
import type { Pool } from './use-trade-pool.ts';
import { useTradeSettings } from './use-trade-settings.ts';
import { useTradeWallet } from './use-trade-wallet.ts';
import css from './trade.module.css';

/** What went wrong with the last try, and what to do. */
function Problem({ problem, onSettings }: { problem: TradeProblem; onSettings: () => void }) {
  const t = useTexts('swap');
  return (
    <Notice
      tone="danger"
      live
      title={t('notSent')}
      {...(problem.bySlippage
        ? { action: <TextLink onPress={onSettings}>{t('setSlippage')}</TextLink> }
        : {})}
    >
      {problem.text}
    </Notice>
  );
}

/** Says it where the trade needs more tolerance than is set: at what is set it would likely fail. */
function SettingsRow({ trade, onPress }: { trade: SettingsTrade | undefined; onPress: () => void }) {
  const t = useTexts('swap');
  const locale = useLocale();
  const { slippageBps, deadlineMinutes, expert } = useTradeSettings();
  const suggested = useSuggested(trade);
  const notes = [
    t('inMinutes', { count: deadlineMinutes }),
    ...(expert ? [t('expert')] : []),
    ...(suggested && suggested.bps > slippageBps
      ? [t('slippageSuggest', { rate: percentText(suggested.bps, locale) })]
      : []),
  ];
  return (
    <List>
      <ListRow
        title={t('slippage')}
        subtitle={notes.join(' · ')}
        trailing={percentText(slippageBps, locale)}
        onPress={onPress}
      />
    </List>
  );
}

function TradeNav({ onSettings }: { onSettings: () => void }) {
  const t = useTexts('swap');
  const titleOf = useTitle();
  return (
    <BackBar
      title="swap.titleTrade"
      parent="/pages/swap/swap"
      actions={
        <>
          <IconButton
            label={titleOf('swap.titleTrades')}
            icon={<IconReceipt />}
            href="#/pages/swap/detail/detail"
          />
          <IconButton label={t('settings')} icon={<IconSettings />} onPress={onSettings} />
        </>
      }
    />
  );
}

/** The form on a pool that is known; where there is room, with the chart beside it and its button in it. */
function Trade({ pool }: { pool: Pool }) {
  const t = useTexts('swap');
  const a = useTexts('approval');
  const locale = useLocale();
  const wallet = useTradeWallet();
  const poolState = poolStateOf(pool);
  const state = useTradeForm(poolState);
  const { form, paid, quote } = state;
  const [sheet, setSheet] = useState<'settings' | 'review'>();
  const sending = useSendTrade(form, wallet.own, () => state.clear(form));
  const record = useLatestTransaction('trade', wallet.own);
  const { reason, amountReason } = useReasons(state, pool, wallet);
  const live = useLive((one) => one.live);
  const openSettings = () => setSheet('settings');
  const isWide = useWide();

  const bar = (
    <ActionBar
      state={state}
      pool={poolState}
      reason={reason}
      busy={isAsking(record)}
      onReview={() => setSheet('review')}
    />
  );
  const quoted = quote && quote.received > 0n && (
    <Card>
      <TradeQuote side={form.side} quote={quote} pool={poolState} feeWei={wallet.feeWei} />
    </Card>
  );
  const fields = (
    <>
      {sending.problem && <Problem problem={sending.problem} onSettings={openSettings} />}
      <TradeGates side={form.side} pool={pool} wallet={wallet} />
      <TradeFields state={state} wallet={wallet} error={amountReason} />
    </>
  );
  const progress = record && <TradeProgress record={record} onRetry={state.fill} />;
  const around = (
    <>
      {!live && <p className={css.quiet}>{t('poolAsOf', { time: exactTime(pool.asof, locale) })}</p>}
      <p className={css.quiet}>
        <TextLink href="#/pages/wallet/approvals/approvals">{a('approvals')}</TextLink>
      </p>
      <Notice>{t('risk')}</Notice>
    </>
  );
  const trade = paid === undefined ? undefined : { side: form.side, amountIn: paid, pool: poolState };
  const settings = <SettingsRow trade={trade} onPress={openSettings} />;
  return (
    <>
      {isWide ? (
        <Page
          nav={<TradeNav onSettings={openSettings} />}
          columns="wide-first"
          aside={
            <Stack>
              {fields}
              {bar}
              {quoted}
              {settings}
            </Stack>
          }
        >
          {progress}
          <TradeChart />
          {around}
        </Page>
      ) : (
        <Page
          nav={<TradeNav onSettings={openSettings} />}
          footer={bar}
          aside={
            <Stack>
              {quoted}
              {settings}
              {around}
            </Stack>
          }
        >
          {progress}
          {fields}
        </Page>
      )}
      <TradeSettingsSheet open={sheet === 'settings'} onClose={() => setSheet(undefined)} trade={trade} />
      <TradeReviewSheet
        open={sheet === 'review'}
        onClose={() => setSheet(undefined)}
        form={form}
        wallet={wallet}
        onConfirm={(review, unlimited) => {
          setSheet(undefined);
          // The steps stand at the top.
          window.scrollTo({ top: 0 });
          return sending.send(review, unlimited);
        }}
      />
    </>
  );
}

/** Buying and selling OPEN from one's own wallet: form → review with the chain's own figures → wallet → steps. */
export function TradeScreen() {
  const { data, isError, error, refetch } = useTradePool();
  if (data) return <Trade pool={data} />;
  return (
    <Page nav={<BackBar title="swap.titleTrade" parent="/pages/swap/swap" />}>
      {isError ? (
        <CallFailed query={{ error, refetch }} />
      ) : (
        <>
          <WaitingCard />
          <WaitingCard />
        </>
      )}
    </Page>
  );
}

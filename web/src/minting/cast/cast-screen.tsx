import { leastOf } from '@openmere/core/liquidity/quote.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { rewardYieldPoolBps, rewardYieldPowerBps } from '@openmere/core/setting/reward.ts';
import { useState } from 'react';
import { RiskPart, useRiskDue } from '../../auth/agreement/risk-gate.tsx';
import { Facts } from '../../liquidity/facts.tsx';
import { Problem, useSending } from '../../liquidity/sign-part.tsx';
import { missingOf } from '../../parts/approval-choice.tsx';
import { BackBar } from '../../parts/back-bar.tsx';
import { CallFailed } from '../../parts/call-failed.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MovedNotice } from '../../parts/moved-notice.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { useAsOf } from '../../parts/use-as-of.ts';
import { WaitingCard, WaitingRows } from '../../parts/waiting.tsx';
import { errorText } from '../../platform/error-text.ts';
import { bpsField, moneyTextUp } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { useCall } from '../../platform/query.ts';
import { readChainConfig } from '../../platform/wallet/chain-config.ts';
import { deadlineOf } from '../../platform/wallet/deadline.ts';
import { sendTransaction } from '../../platform/wallet/transactions.ts';
import { useRefusalText } from '../../setting/use-pause-text.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { SpokenQuote } from '../../swap/spoken-quote.tsx';
import { useTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import { useTradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import type { TradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import { Card } from '../../ui/card.tsx';
import { IconReceipt } from '../../ui/icon/money.tsx';
import { IconHistory } from '../../ui/icon/sign.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { CoinAmountField } from '../coin-amount-field.tsx';
import type { PowerTerms } from '../mint-data.ts';
import { MintingGates, useGateReason } from '../minting-gates.tsx';
import { SignSheet } from '../sign-sheet.tsx';
import { UnderWay } from '../under-way.tsx';
import { isAsking, useOwnTransaction } from '../use-own-transaction.ts';
import { usePowerText } from '../use-power-text.ts';
import { usePowerTerms } from '../use-terms.ts';
import { useCastRows } from './cast-rows.ts';
import { PowerStatus } from './power-status.tsx';
import { useCastForm } from './use-cast-form.ts';
import type { CastForm } from './use-cast-form.ts';

const closed: ReadonlySet<string> = new Set(['minting.paused', 'minting.notready', 'minting.stale']);

/** What hash power is, and that nothing is promised of it; and the way to the records. */
function Aside() {
  const t = useTexts('minting');
  const locale = useLocale();
  const pool = bpsField(useSetting(rewardYieldPoolBps), locale);
  const power = bpsField(useSetting(rewardYieldPowerBps), locale);
  return (
    <Stack>
      <Notice tone="warn" title={t('riskTitle')}>
        {t('riskText')}
      </Notice>
      <Notice title={t('whatTitle')}>{t('whatText', { pool, power })}</Notice>
      <List label={t('recordsOf')}>
        <ListRow
          leading={<IconReceipt />}
          title={t('titleCastRecords')}
          href="#/pages/wallet/cast/details/details"
        />
        <ListRow
          leading={<IconHistory />}
          title={t('titleDeductions')}
          href="#/pages/wallet/cast/dedRecode/dedRecode"
        />
        <ListRow
          leading={<IconHistory />}
          title={t('titleGrants')}
          href="#/pages/wallet/cast/grants/grants"
        />
      </List>
    </Stack>
  );
}

/** Where one stands, from the server; it says why when it cannot be read. */
function Status() {
  const info = useCall('Cast/Info', {});
  const energy = useCall('Users/GetMyEnergy', {});
  const staleNote = useAsOf(info.dataUpdatedAt, info.isError);
  return (
    <Refreshable calls={['Cast/Info', 'Users/GetMyEnergy']}>
      <Loaded query={info} waiting={<WaitingCard />}>
        {(data) => <PowerStatus info={data} energy={energy.data} staleNote={staleNote} />}
      </Loaded>
    </Refreshable>
  );
}

type FormProps = { terms: PowerTerms; wallet: TradeWallet };

function useMinting({ terms, wallet }: FormProps, form: CastForm) {
  const { slippageBps, deadlineMinutes } = useTradeSettings();
  const { problem, send } = useSending();
  const [reviewing, setReviewing] = useState(false);

  async function mint(unlimited: boolean): Promise<void> {
    const { openIn = 0n, quote } = form;
    if (!quote) return;
    setReviewing(false);
    const sent = await send(async () => {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('../mint-data.ts')]);
      const { hashPowerMint, open } = data.powerContracts(contracts);
      await sendTransaction({
        kind: 'minting.power',
        note: { amount: formatAmount(quote.power) },
        from: wallet.own,
        to: hashPowerMint,
        data: data.mintPowerData(
          openIn,
          leastOf(quote.power, slippageBps),
          deadlineOf(terms, deadlineMinutes),
        ),
        approve: { token: open, spender: hashPowerMint, amount: openIn, unlimited },
        // Looking at the price writes more or less, by how long ago the last look was.
        pool: true,
      });
    });
    if (sent) form.clear();
  }

  const record = useOwnTransaction(['minting.power'], wallet.own);
  return { problem, mint, reviewing, setReviewing, record };
}

function CastPage({ terms, wallet }: FormProps) {
  const t = useTexts('minting');
  const common = useTexts('liquidity');
  const locale = useLocale();
  const form = useCastForm(terms);
  const { refusal, quote } = form;
  const { problem, mint, reviewing, setReviewing, record } = useMinting({ terms, wallet }, form);
  const refusalText = useRefusalText(refusal);
  const gateReason = useGateReason('in', wallet);
  const rows = useCastRows(terms, quote);
  const powerText = usePowerText();
  const isClosed = refusal !== undefined && closed.has(refusal.code);
  const typed = form.amount !== '';
  const why = refusal && (isClosed || typed ? errorText(refusal) : common('enterAmount'));
  const action =
    quote && quote.power > 0n
      ? t('doMint', { amount: amountText(formatAmount(quote.power), locale, 2) })
      : t('mint');
  return (
    <Page
      nav={<BackBar title="minting.titleCast" parent="/pages/wallet/wallet" />}
      footer={
        <PageAction
          disabledReason={(isAsking(record) ? common('answerWallet') : undefined) ?? gateReason ?? why}
          onPress={() => setReviewing(true)}
        >
          {action}
        </PageAction>
      }
      aside={<Aside />}
    >
      <UnderWay sought={['minting.power']} from={wallet.own} />
      <Problem text={problem} />
      {isClosed && (
        <Notice tone="warn" title={t('closedTitle')}>
          {refusalText}
        </Notice>
      )}
      <Status />
      <MintingGates way="in" wallet={wallet} />
      <CoinAmountField
        label={t('openToGive')}
        coin="OPEN"
        held={terms.open}
        value={form.amount}
        onChange={form.setAmount}
        error={typed && refusal && !isClosed ? errorText(refusal) : undefined}
      />
      <SpokenQuote
        typed={quote && quote.power > 0n ? form.amount : ''}
        label={common('youReceive')}
        value={powerText(formatAmount(quote?.power ?? 0n))}
      />
      <Card>
        <Facts rows={rows} />
      </Card>
      <SignSheet
        open={reviewing}
        onClose={() => setReviewing(false)}
        title={t('review')}
        rows={[
          { key: 'give', label: t('openToGive'), value: moneyTextUp(form.openIn ?? 0n, 'OPEN', locale) },
          ...rows,
        ]}
        wallet={wallet}
        action={action}
        disabledReason={refusal && errorText(refusal)}
        missing={missingOf([{ coin: 'OPEN', amount: form.openIn ?? 0n, allowed: terms.allowed }])}
        onSign={mint}
      >
        <MovedNotice figures={quote && { gets: [quote.power] }} />
        <Notice tone="warn" title={t('finalText')}>
          {t('riskText')}
        </Notice>
      </SignSheet>
    </Page>
  );
}

/** Minting hash power with OPEN of one's own wallet: amount → review with the chain's figures → wallet. */
export function CastScreen() {
  const wallet = useTradeWallet();
  const terms = usePowerTerms(wallet.own);
  const isDue = useRiskDue();
  if (isDue)
    return (
      <Page nav={<BackBar title="minting.titleCast" parent="/pages/wallet/wallet" />} aside={<Aside />}>
        <UnderWay sought={['minting.power']} from={wallet.own} />
        <Status />
        <RiskPart />
      </Page>
    );
  if (terms.data) return <CastPage terms={terms.data} wallet={wallet} />;
  return (
    <Page nav={<BackBar title="minting.titleCast" parent="/pages/wallet/wallet" />} aside={<Aside />}>
      <Status />
      {terms.isError ? <CallFailed query={terms} /> : <WaitingRows rows={4} coin={false} />}
    </Page>
  );
}

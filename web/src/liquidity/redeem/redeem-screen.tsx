import { formatAmount } from '@openmere/core/money/amount.ts';
import { useEffect, useState } from 'react';
import { CallFailed } from '../../parts/call-failed.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { WaitingCard } from '../../parts/waiting.tsx';
import { dropSentDraft, keepDraft, readDraftAmount } from '../../platform/drafts.ts';
import { moneyText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { displayStyle } from '../../platform/money-text.ts';
import { readChainConfig } from '../../platform/wallet/chain-config.ts';
import { sendTransaction } from '../../platform/wallet/transactions.ts';
import { useTradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import type { TradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { useChainBalances } from '../../wallet/use-chain-balances.ts';
import { Facts } from '../facts.tsx';
import { LiquidityGates, useGateReason } from '../liquidity-gates.tsx';
import { LiquidityNav } from '../liquidity-page.tsx';
import { fieldAmount, fieldPlain } from '../liquidity-text.ts';
import { LiquidityRecords } from '../overview/liquidity-records.tsx';
import { isAsking, UnderWay } from '../overview/under-way.tsx';
import { Problem, SignButton, useSending } from '../sign-part.tsx';
import { useFinishedRefresh, useLatestOf } from '../use-liquidity.ts';
import { useOwnOusd } from '../use-own-ousd.ts';

const DRAFT = 'redeem';

function RedeemForm({ wallet, held }: { wallet: TradeWallet; held: bigint | undefined }) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const [amount, setAmount] = useState(() => readDraftAmount(DRAFT));
  useEffect(() => keepDraft(DRAFT, { amount }), [amount]);
  const { problem, send } = useSending();
  const record = useLatestOf(['redeem'], wallet.own);
  const asked = fieldAmount(amount, held ?? 0n) ?? 0n;
  const gateReason = useGateReason('out', wallet);
  const tooMuch =
    held !== undefined && asked > held
      ? t('redeemTooMuch', { amount: moneyText(held, 'OUSD', locale) })
      : undefined;
  const reason =
    (isAsking(record) ? t('answerWallet') : undefined) ??
    gateReason ??
    (asked === 0n ? t('enterAmount') : tooMuch);

  async function redeem(): Promise<void> {
    const sent = await send(async () => {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('../liquidity-data.ts')]);
      await sendTransaction({
        kind: 'redeem',
        note: { ousd: formatAmount(asked) },
        from: wallet.own,
        to: data.deskOf(contracts).ousd,
        data: data.redeemData(asked),
      });
    });
    if (!sent) return;
    setAmount((now) => (now === amount ? '' : now));
    dropSentDraft(DRAFT, { amount });
  }

  return (
    <Stack>
      <Problem text={problem} />
      <LiquidityGates way="out" wallet={wallet} />
      <AmountField
        label={t('redeemAmount')}
        hint={
          held === undefined ? t('balanceUnknown') : t('balance', { amount: moneyText(held, 'OUSD', locale) })
        }
        error={tooMuch}
        value={amount}
        onChange={setAmount}
        unit="OUSD"
        decimals={18}
        decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
        chips={
          held === undefined || held === 0n
            ? []
            : [{ key: 'max', label: t('max'), onPress: () => setAmount(fieldPlain(held)) }]
        }
        chipsLabel={t('redeemParts')}
      />
      <Card>
        <Facts
          rows={[
            {
              key: 'receive',
              label: t('youReceive'),
              value: asked === 0n ? '—' : moneyText(asked, 'USDT', locale),
              note: t('oneToOne'),
              explain: t('redeemText'),
              strong: true,
            },
            { key: 'fee', label: t('fee'), value: t('networkOnly'), explain: t('networkOnlyText') },
          ]}
        />
      </Card>
      <SignButton
        wallet={wallet}
        action={t('doRedeem', { amount: moneyText(asked, 'OUSD', locale) })}
        disabledReason={reason}
        onSign={redeem}
        pageAction
      />
    </Stack>
  );
}

/** OUSD back to USDT, one to one, by the member's own wallet; an exit that nothing pauses (rulebook §0.3). */
export function RedeemScreen() {
  const t = useTexts('liquidity');
  const wallet = useTradeWallet();
  const held = useOwnOusd(wallet.own);
  const balances = useChainBalances(wallet.own);
  useFinishedRefresh();
  const waiting = wallet.own !== undefined && !balances.data && !balances.isError;
  return (
    <Page
      nav={<LiquidityNav title="titleRedeem" />}
      aside={
        <Stack>
          <Notice title={t('redeemTitle')}>{t('redeemText')}</Notice>
          <LiquidityRecords only="redeem" />
        </Stack>
      }
    >
      <Refreshable calls={['trade/LiquidityRecords']} also={() => balances.refetch()}>
        <Stack>
          <UnderWay sought={['redeem']} from={wallet.own} />
          {waiting && <WaitingCard />}
          {!waiting && balances.isError && !balances.data && (
            <CallFailed query={balances} title={t('freshFailed')}>
              {t('redeemUnknown')}
            </CallFailed>
          )}
          {!waiting && <RedeemForm wallet={wallet} held={held} />}
        </Stack>
      </Refreshable>
    </Page>
  );
}

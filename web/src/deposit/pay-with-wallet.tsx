import type { OutputOf } from '@openmere/core/calls.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { useEffect, useState } from 'react';
import { BonusPreview } from '../activity/bonus-preview.tsx';
import { useLeft } from '../parts/use-left.ts';
import { call, CallRefused } from '../platform/api-client.ts';
import { dropSentDraft, keepDraft, readDraftAmount } from '../platform/drafts.ts';
import { errorText, isCancelled } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { keepAnswer } from '../platform/keep-answer.ts';
import { amountText, baseUnits, displayStyle } from '../platform/money-text.ts';
import { refresh } from '../platform/query.ts';
import { shortHex } from '../platform/wallet/address.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { isAsking, isOwn } from '../platform/wallet/transaction-record.ts';
import { sendTokenTransfer, useLatestTransaction } from '../platform/wallet/transactions.ts';
import { useWallet } from '../platform/wallet/use-wallet.ts';
import type { Wallet } from '../platform/wallet/use-wallet.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { IconWallet } from '../ui/icon/place.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageAction } from '../ui/page-action.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { showToast } from '../ui/toast-store.ts';
import { PaymentResult } from './payment-result.tsx';
import { useWalletHolding } from './wallet-holding.ts';

type Target = OutputOf<'Wallet/DepositAddress'>;
type Props = { coinid: string; target: Target };

/** One button per wallet that was found; declining is silent (specification §8). */
function ConnectButtons({ wallet }: { wallet: Wallet }) {
  const t = useTexts('deposit');
  const [error, setError] = useState<string>();
  async function connect(id: string): Promise<void> {
    setError(undefined);
    try {
      await wallet.connect(id);
    } catch (failure) {
      setError(errorText(failure));
    }
  }
  return (
    <>
      {wallet.providers.map((one) => (
        <Button
          key={one.id}
          tone="secondary"
          icon={one.icon ? <img src={one.icon} alt="" width={24} height={24} /> : <IconWallet />}
          onPress={() => connect(one.id)}
        >
          {t('payConnect', { name: one.kind === 'inapp' ? t('payInApp') : one.name })}
        </Button>
      ))}
      {error !== undefined && (
        <Notice tone="danger" live>
          {error}
        </Notice>
      )}
    </>
  );
}

function PayForm({ coinid, target, from, inApp }: Props & { from: Hex; inApp: boolean }) {
  const t = useTexts('deposit');
  const locale = useLocale();
  const [amount, setAmount] = useState(() => readDraftAmount('deposit'));
  useEffect(() => keepDraft('deposit', { amount }), [amount]);
  const [error, setError] = useState<string>();
  const left = useLeft();
  const holding = useWalletHolding(target.token, from);
  const last = useLatestTransaction('deposit', from);
  const money = (plain: string) => `${amountText(plain, locale)} ${coinid}`;
  const wanted = amount === '' ? 0n : (parseAmount(amount) ?? 0n);
  const problem = problemOf();
  const reason = problem ?? (isAsking(last) ? t('paySigning') : undefined);

  /** Here, or where one is by now. */
  function say(text: string): void {
    if (left.current) showToast({ text, tone: 'danger' });
    else setError(text);
  }

  async function pay(): Promise<void> {
    setError(undefined);
    try {
      // What one sends is credited by what holds now, not by what was read when the page was opened.
      const now = await call('Wallet/DepositAddress', { coinid });
      keepAnswer('Wallet/DepositAddress', { coinid }, now);
      if (now.address !== target.address) {
        say(t('payChanged'));
        return;
      }
      if (wanted < baseUnits(now.minimum)) return;
      const payment = { from, token: now.token as Hex, to: now.address as Hex, amount: wanted };
      await sendTokenTransfer({ ...payment, kind: 'deposit', note: { amount, coinid } });
      dropSentDraft('deposit', { amount });
      setAmount((now) => (now === amount ? '' : now));
    } catch (failure) {
      // Turned down in the wallet: a word in passing, nothing that is wrong here (specification §8).
      if (isCancelled(failure)) showToast({ text: errorText(failure), tone: 'plain' });
      else say(errorText(failure));
      // Who may not deposit any more reads so in place of the address.
      if (failure instanceof CallRefused) void refresh('Wallet/DepositAddress');
    }
  }

  return (
    <>
      {last && isOwn(last) && <PaymentResult record={last} />}
      <AmountField
        label={t('payAmount')}
        hint={holding === undefined ? undefined : t('payHolding', { amount: money(holding) })}
        error={wanted === 0n ? undefined : problem}
        value={amount}
        onChange={setAmount}
        unit={coinid}
        // As much as anybody types (specification §5); "All" is all, to the last digit.
        decimals={2}
        decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
        chips={[
          {
            key: 'minimum',
            label: t('payLeast', { amount: amountText(target.minimum, locale) }),
            onPress: () => setAmount(target.minimum),
          },
          ...(holding === undefined
            ? []
            : [{ key: 'all', label: t('payAll'), onPress: () => setAmount(holding) }]),
        ]}
        chipsLabel={t('payAmounts')}
      />
      {coinid === 'USDT' && problem === undefined && <BonusPreview amount={amount} />}
      <KeyValue
        rows={[
          { key: 'from', label: t('payFrom'), value: shortHex(from) },
          { key: 'to', label: t('payTo'), value: shortHex(target.address) },
          { key: 'fee', label: t('payFee'), value: t('payFeeText') },
          {
            key: 'arrives',
            label: t('payArrives'),
            // What is not credited does not stand here as if it were.
            value: wanted === 0n || problem !== undefined ? '—' : money(amount),
            strong: true,
          },
        ]}
      />
      {error !== undefined && (
        <Notice tone="danger" live>
          {error}
        </Notice>
      )}
      {inApp ? (
        // The in-app wallet asks by itself, and is held there: one hold is enough.
        <PageAction onPress={pay} disabledReason={reason}>
          {t('paySend', { amount: money(amount || '0') })}
        </PageAction>
      ) : (
        <HoldButton
          pageAction
          againLabel={t('payAgain', { amount: money(amount || '0') })}
          holdHint={t('payKeepHolding')}
          disabledReason={reason}
          onConfirm={pay}
        >
          {t('payButton', { amount: money(amount || '0') })}
        </HoldButton>
      )}
    </>
  );

  function problemOf(): string | undefined {
    if (wanted === 0n) return t('payEnter');
    if (wanted < baseUnits(target.minimum)) return t('payTooSmall', { minimum: money(target.minimum) });
    return holding !== undefined && wanted > baseUnits(holding)
      ? t('payTooMuch', { amount: money(holding) })
      : undefined;
  }
}

/** Pays in straight from a wallet that is at hand; nothing is shown where there is none. */
export function PayWithWallet({ coinid, target }: Props) {
  const t = useTexts('deposit');
  const wallet = useWallet();
  if (wallet.providers.length === 0) return null;
  return (
    <>
      <SectionTitle>{t('payTitle')}</SectionTitle>
      <Card>
        {wallet.address === undefined ? (
          <ConnectButtons wallet={wallet} />
        ) : (
          <PayForm
            coinid={coinid}
            target={target}
            from={wallet.address}
            inApp={wallet.providers.find((one) => one.id === wallet.chosen)?.kind === 'inapp'}
          />
        )}
      </Card>
    </>
  );
}

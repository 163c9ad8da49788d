import { formatAmount } from '@openmere/core/money/amount.ts';
import { useState } from 'react';
import { CallFailed } from '../parts/call-failed.tsx';
import { WaitingCard } from '../parts/waiting.tsx';
import { PayPasswordSheet } from '../auth/password/pay-password-sheet.tsx';
import { call } from '../platform/api-client.ts';
import { dropDraft } from '../platform/drafts.ts';
import { back, replace, switchTab } from '../platform/history.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { refresh } from '../platform/query.ts';
import { sealSecret } from '../platform/seal.ts';
import { Button } from '../ui/button.tsx';
import { IconReceipt } from '../ui/icon/money.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { AmountStep, ReviewButton } from './amount-step.tsx';
import { RecordReceipt, type TransferRecord } from './record-receipt.tsx';
import { type Receiver, TargetStep } from './target-step.tsx';
import { useTransferForm } from './use-transfer-form.ts';

const transferable = ['USDT', 'USDO', 'OPEN'] as const;

function Result({ record }: { record: TransferRecord }) {
  const t = useTexts('transfer');
  const app = useTexts('app');
  return (
    <>
      <RecordReceipt record={record} />
      <Button onPress={() => switchTab('/pages/wallet/wallet')}>{app('done')}</Button>
      <Button tone="secondary" onPress={() => replace('/pages/wallet/transfer/recode/recode')}>
        {t('viewRecords')}
      </Button>
    </>
  );
}

/** Transfer to another member: to whom → how much → summary with payment password → receipt. */
export function TransferChainScreen() {
  const t = useTexts('transfer');
  const app = useTexts('app');
  const locale = useLocale();
  const state = useTransferForm();
  const { form, change, quote } = state;
  const [receiver, setReceiver] = useState<Receiver>();
  const [confirming, setConfirming] = useState(false);
  const [record, setRecord] = useState<TransferRecord>();
  const money = (plain: string) => `${amountText(plain, locale)} ${form.coinid}`;

  async function send(password: string): Promise<void> {
    const paypassword = await sealSecret(password, 'Wallet/Transfer');
    const { requestId, coinid, amount, target } = form;
    const sent = await call('Wallet/Transfer', { requestId, coinid, amount, target, paypassword });
    dropDraft('transfer');
    setConfirming(false);
    setRecord(sent);
    void refresh('Users/Balance', 'Wallet/Transfers');
  }

  function stepBack(): void {
    if (record || receiver === undefined) back(1, '/pages/wallet/wallet');
    else setReceiver(undefined);
  }

  const records = (
    <IconButton
      label={app('titleTransfers')}
      icon={<IconReceipt />}
      href="#/pages/wallet/transfer/recode/recode"
    />
  );
  const { settings, ready } = state;
  const paying = !record && ready && receiver !== undefined;
  return (
    <Page
      narrow
      footer={paying ? <ReviewButton state={state} onReview={() => setConfirming(true)} /> : undefined}
      nav={
        <NavBar title={app('titleTransfer')} backLabel={app('back')} onBack={stepBack} actions={records} />
      }
    >
      {record && <Result record={record} />}
      {!record && !ready && settings.isError && <CallFailed query={settings} />}
      {!record && !ready && !settings.isError && <WaitingCard />}
      {!record && ready && receiver === undefined && (
        <>
          <Segmented
            label={t('coin')}
            items={transferable.map((key) => ({ key, label: key }))}
            value={transferable.find((key) => key === form.coinid) ?? 'USDT'}
            onChange={(coinid) => change({ coinid })}
          />
          <TargetStep target={form.target} onTarget={(target) => change({ target })} onNext={setReceiver} />
        </>
      )}
      {paying && (
        <>
          <AmountStep state={state} receiver={receiver} />
          <Notice>{t('final')}</Notice>
        </>
      )}
      <PayPasswordSheet
        open={confirming}
        onClose={() => setConfirming(false)}
        onSubmit={send}
        submitLabel={t('send', { amount: form.amount === '' ? '' : money(form.amount) })}
        summary={
          quote && (
            <KeyValue
              rows={[
                { key: 'to', label: t('to'), value: receiver?.nickname ?? '', note: form.target },
                { key: 'amount', label: t('amount'), value: money(form.amount) },
                { key: 'fee', label: t('fee'), value: money(formatAmount(quote.fee)) },
                {
                  key: 'arrives',
                  label: t('arrives'),
                  value: money(formatAmount(quote.received)),
                  strong: true,
                },
              ]}
            />
          )
        }
      />
    </Page>
  );
}

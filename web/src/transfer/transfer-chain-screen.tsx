import { useState } from 'react';
import { useOpenWorth } from '../asset/use-open-worth.ts';
import { PayPasswordSheet } from '../auth/password/pay-password-sheet.tsx';
import { OutgoingLock } from '../member/outgoing-lock.tsx';
import { useMember } from '../member/use-member.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { WaitingCard } from '../parts/waiting.tsx';
import { call } from '../platform/api-client.ts';
import { dropDraft } from '../platform/drafts.ts';
import { push, replace, useLocation } from '../platform/history.ts';
import { useLocale, useTexts, useTitle } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { keepFirst } from '../platform/pages.ts';
import { refresh, useCall } from '../platform/query.ts';
import { sealSecret } from '../platform/seal.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconReceipt } from '../ui/icon/money.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { useWide } from '../ui/use-wide.ts';
import { AmountStep, ReviewButton, useShownQuote } from './amount-step.tsx';
import { TRANSFER_PATH } from './request-link.ts';
import { TargetStep } from './target-step.tsx';
import { transferable, useTransferForm } from './use-transfer-form.ts';

const RECORDS_PATH = '/pages/wallet/transfer/recode/recode';

/**
 * The receiver of the second step, which has an address of its own: Android's back leads to the first, and a reload looks the
 * receiver up again.
 */
function useReceiver(target: string) {
  const isAmountStep = useLocation().query['step'] === 'amount';
  const query = useCall('Users/AddressAny', { target }, { enabled: isAmountStep && target.length >= 4 });
  const found = query.data;
  const pays = found?.member === true && !found.self && found.kind !== 'wallet';
  const looking = isAmountStep && query.isFetching && !found;
  return {
    receiver: isAmountStep && pays ? found : undefined,
    looking,
    failed: isAmountStep && query.isError && !looking && !found ? query : undefined,
  };
}

/** Transfer to another member: to whom → how much → summary with payment password → receipt. */
export function TransferChainScreen() {
  const t = useTexts('transfer');
  const titleOf = useTitle();
  const locale = useLocale();
  const state = useTransferForm();
  const { form, change } = state;
  const { shown } = useShownQuote(state);
  const worth = useOpenWorth(form.coinid, shown?.received);
  const { receiver, looking, failed } = useReceiver(form.target);
  // The request that is being confirmed: whatever changes the form, another link too, makes another one and closes the sheet.
  const [confirming, setConfirming] = useState<string>();
  const isWide = useWide();
  const member = useMember();
  const money = (plain: string) => `${amountText(plain, locale)} ${form.coinid}`;

  async function send(password: string): Promise<void> {
    const paypassword = await sealSecret(password, 'Wallet/Transfer');
    const { requestId, coinid, amount, target, note } = form;
    const written = note.trim() === '' ? {} : { note };
    const fee = shown && { fee: shown.fee };
    const request = { requestId, coinid, amount, target, ...written, ...fee, paypassword };
    state.noteRequested();
    const sent = await call('Wallet/Transfer', request).catch((error: unknown) => {
      // The fee may be another one by now: what is shown is asked for again.
      void refresh('Ctrls/GetConfig', 'Wallet/TransferQuote');
      throw error;
    });
    dropDraft('transfer');
    setConfirming(undefined);
    keepFirst('Wallet/Transfers', {}, sent);
    // The record has an address of its own: it stands after a reload, and back does not lead to a form that is done.
    replace(RECORDS_PATH, { id: sent.id });
    void refresh('Users/Balance', 'Wallet/Transfers');
  }

  const records = (
    <IconButton label={titleOf('transfer.titleTransfers')} icon={<IconReceipt />} href={`#${RECORDS_PATH}`} />
  );
  const { settings, ready } = state;
  const paying = ready && receiver !== undefined;
  const beside = isWide && paying;
  const review = <ReviewButton state={state} onReview={() => setConfirming(form.requestId)} />;
  return (
    <Page
      narrow={!beside}
      footer={paying && !beside ? review : undefined}
      aside={
        beside ? (
          <>
            <Notice>{t('final')}</Notice>
            {review}
          </>
        ) : undefined
      }
      nav={
        <BackBar
          title="transfer.titleTransfer"
          parent={receiver || failed ? TRANSFER_PATH : '/pages/wallet/wallet'}
          actions={records}
        />
      }
    >
      <OutgoingLock member={member} />
      {!ready && settings.isError && <CallFailed query={settings} />}
      {((!ready && !settings.isError) || looking) && <WaitingCard />}
      {ready && failed && <CallFailed query={failed} />}
      {ready && !looking && !failed && receiver === undefined && (
        <>
          <Segmented
            label={t('coin')}
            items={transferable.map((key) => ({ key, label: key }))}
            value={transferable.find((key) => key === form.coinid) ?? 'USDT'}
            onChange={(coinid) => change({ coinid })}
          />
          <TargetStep
            target={form.target}
            onFill={change}
            onNext={() => push(TRANSFER_PATH, { step: 'amount' })}
          />
        </>
      )}
      {paying && (
        <>
          <AmountStep state={state} receiver={receiver} />
          {!beside && <Notice>{t('final')}</Notice>}
        </>
      )}
      <PayPasswordSheet
        open={confirming === form.requestId}
        onClose={() => setConfirming(undefined)}
        onSubmit={send}
        submitLabel={t('send', { amount: form.amount === '' ? '' : money(form.amount) })}
        summary={
          shown && (
            <KeyValue
              rows={[
                { key: 'to', label: t('to'), value: receiver?.nickname ?? '', note: form.target },
                { key: 'amount', label: t('amount'), value: money(form.amount) },
                ...(form.note.trim() === '' ? [] : [{ key: 'note', label: t('note'), value: form.note }]),
                { key: 'fee', label: t('fee'), value: money(shown.fee) },
                {
                  key: 'arrives',
                  label: t('arrives'),
                  value: money(shown.received),
                  note: worth,
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

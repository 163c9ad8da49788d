import { useState } from 'react';
import { useOpenWorth } from '../asset/use-open-worth.ts';
import { PayPasswordSheet } from '../auth/password/pay-password-sheet.tsx';
import { OutgoingLock, useLockedText } from '../member/outgoing-lock.tsx';
import { useMemberQuery } from '../member/use-member-query.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { WaitingCard } from '../parts/waiting.tsx';
import { call } from '../platform/api-client.ts';
import { dropDraft } from '../platform/drafts.ts';
import { replace } from '../platform/history.ts';
import { useLocale, useTexts, useTitle } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { refresh } from '../platform/query.ts';
import { sealSecret } from '../platform/seal.ts';
import { useNetwork } from '../setting/use-network.ts';
import { useSettings } from '../setting/use-setting.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { IconReceipt } from '../ui/icon/money.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { useWide } from '../ui/use-wide.ts';
import { PayoutHaltNotice } from './payout-halt-notice.tsx';
import { keepRecord } from './record-detail.tsx';
import { useWithdrawForm, withdrawable } from './use-withdraw-form.ts';
import { ReviewButton, WithdrawForm } from './withdraw-form.tsx';

const RECORDS_PATH = '/pages/wallet/withdraw/recode/recodeChain';

/** What has to be done before a first withdrawal, with the way there. */
function Missing({
  title,
  text,
  action,
  href,
}: {
  title: string;
  text: string;
  action: string;
  href: string;
}) {
  return (
    <EmptyState title={title} action={<Button href={href}>{action}</Button>}>
      {text}
    </EmptyState>
  );
}

/** Withdrawal to the bound wallet: amount with fee and checks → payment password → receipt. */
export function WithdrawChainScreen() {
  const t = useTexts('withdrawal');
  const pay = useTexts('pay');
  const network = useNetwork();
  const titleOf = useTitle();
  const locale = useLocale();
  const profile = useMemberQuery();
  const settings = useSettings();
  const failed = [profile, settings].find((query) => query.isError && !query.data);
  const member = profile.data;
  const state = useWithdrawForm();
  const { coinid, amount, shown } = state;
  const worth = useOpenWorth(coinid, shown?.received);
  const [confirming, setConfirming] = useState(false);
  const isWide = useWide();
  const money = (plain: string) => `${amountText(plain, locale)} ${coinid}`;
  const address = member?.useraddress;
  const isLocked = useLockedText(member) !== undefined || member?.frozen === true;

  async function withdraw(password: string, factor: { totp?: string }): Promise<void> {
    const paypassword = await sealSecret(password, 'Wallet/Withdraw');
    const { requestId } = state;
    const fee = shown && { fee: shown.fee };
    state.noteRequested();
    const request = { requestId, coinid, amount, ...fee, paypassword, ...factor };
    const made = await call('Wallet/Withdraw', request).catch((error: unknown) => {
      // The fee may be another one by now: what is shown is asked for again.
      void refresh('Ctrls/GetConfig', 'Wallet/WithdrawQuote');
      throw error;
    });
    dropDraft('withdrawal');
    setConfirming(false);
    keepRecord(made);
    // The record has an address of its own: it moves while one looks at it, and stands after a reload.
    replace(RECORDS_PATH, { id: made.id });
    void refresh('Users/Balance', 'Wallet/Withdrawals', 'Wallet/Locks');
  }

  const records = (
    <IconButton
      label={titleOf('withdrawal.titleWithdrawals')}
      icon={<IconReceipt />}
      href={`#${RECORDS_PATH}`}
    />
  );
  const ready = member !== undefined && state.ready;
  const form = ready && typeof address === 'string' && member.haspaypassword;
  const beside = isWide && form === true;
  const risk = <Notice tone="warn">{t('risk')}</Notice>;
  const review = <ReviewButton state={state} locked={isLocked} onReview={() => setConfirming(true)} />;
  return (
    <Page
      narrow={!beside}
      nav={<BackBar title="withdrawal.titleWithdraw" parent="/pages/wallet/wallet" actions={records} />}
      footer={form && !beside ? review : undefined}
      aside={
        beside ? (
          <>
            {risk}
            {review}
          </>
        ) : undefined
      }
    >
      {failed && !ready && <CallFailed query={failed} />}
      {!ready && !failed && <WaitingCard />}
      {ready && !address && (
        <Missing
          title={t('noWalletTitle')}
          text={t('noWalletText')}
          action={t('noWalletAction')}
          href="#/pages/mine/blind/blind?kind=wallet"
        />
      )}
      {ready && address && !member.haspaypassword && (
        <Missing
          title={pay('noneTitle')}
          text={t('noPasswordText')}
          action={pay('noneAction')}
          href="#/pages/mine/setPwd/setPwd?kind=pay"
        />
      )}
      {form && (
        <>
          <PayoutHaltNotice />
          <OutgoingLock member={member} />
          <Segmented
            label={t('coin')}
            items={withdrawable.map((key) => ({ key, label: key }))}
            value={coinid}
            onChange={state.setCoin}
          />
          <WithdrawForm state={state} address={address} />
          {!beside && risk}
        </>
      )}
      <PayPasswordSheet
        open={confirming}
        onClose={() => setConfirming(false)}
        onSubmit={withdraw}
        submitLabel={t('withdraw', { amount: amount === '' ? '' : money(amount) })}
        summary={
          shown && (
            <KeyValue
              rows={[
                {
                  key: 'to',
                  label: t('to'),
                  value: state.quote.data?.address ?? address,
                  note: t('network', { network }),
                },
                { key: 'amount', label: t('amount'), value: money(amount) },
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

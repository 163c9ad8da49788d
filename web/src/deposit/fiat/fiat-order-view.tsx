import { useId, useState } from 'react';
import { CopyValue } from '../../parts/copy-value.tsx';
import { HelpLink } from '../../parts/help-link.tsx';
import { useDaysLeft } from '../../parts/use-days-left.ts';
import { uploadFile } from '../../platform/api-client.ts';
import { errorText } from '../../platform/error-text.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { refresh } from '../../platform/query.ts';
import { scalePicture } from '../../platform/scale-picture.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { HIDDEN } from '../../ui/figure.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { clockOf } from './fiat-clock.ts';
import { bankMoney, fiatPill, fiatWords } from './fiat-text.ts';
import type { FiatOrder } from './fiat-text.ts';

const SLIPS_MAX = 5;

/** One order: where it stands, where the money goes with which reference, and the slip. */
export function FiatOrderView({ order, fetchedAt }: { order: FiatOrder; fetchedAt: number }) {
  const t = useTexts('fiat');
  const locale = useLocale();
  const isOpen = order.status === 'open' || order.status === 'slip';
  const pill = fiatPill(order);
  // What is still to be paid has to be read.
  const hide = usePreferences((state) => state.hideAmounts) && !isOpen;
  return (
    <Stack>
      <Card>
        <StatusPill state={pill.state}>{t(pill.word)}</StatusPill>
        <KeyValue
          rows={[
            {
              key: 'amount',
              label: t('amount'),
              value: hide ? `${HIDDEN} ${order.currency}` : bankMoney(order.amount, order.currency, locale),
              strong: true,
            },
            {
              key: 'usdt',
              label: order.credited === null ? t('youGet') : t('credited'),
              value: `${hide ? HIDDEN : amountText(order.credited ?? order.usdt, locale)} USDT`,
            },
            {
              key: 'price',
              label: t('price'),
              value: `${amountText(order.price, locale)} ${order.currency}`,
            },
            { key: 'payer', label: t('payer'), value: order.payer },
            // Where nobody shall send money any more, only what it is asked about by.
            ...(isOpen && order.stop === undefined
              ? []
              : [{ key: 'reference', label: t('reference'), value: order.reference }]),
            { key: 'time', label: t('ordered'), value: exactTime(order.time, locale) },
          ]}
        />
      </Card>
      <StateNote order={order} fetchedAt={fetchedAt} />
      {isOpen && order.stop === undefined && <BankCard order={order} />}
      {isOpen && <SlipField order={order} />}
      <HelpLink about={`fiat:${order.id}`} />
    </Stack>
  );
}

/** What happens next, in words; live, because the server tells when it moves on. */
function StateNote({ order, fetchedAt }: { order: FiatOrder; fetchedAt: number }) {
  const t = useTexts('fiat');
  const locale = useLocale();
  const left = useDaysLeft();
  if (order.stop !== undefined)
    return (
      <Notice tone="danger" title={t('stopTitle')} live>
        {t('rejectedText', { reason: order.stop })}
      </Notice>
    );
  if (order.status === 'open')
    return (
      <Notice title={t('payWithin')} live>
        <Countdown
          key={order.expires}
          untilMs={Date.parse(order.expires)}
          nowMs={clockOf(order.now, fetchedAt)}
          onEnd={() => void refresh('Wallet/FiatOrders')}
        >
          {left}
        </Countdown>{' '}
        {t('payWithinText')}
      </Notice>
    );
  if (order.status === 'rejected')
    return (
      <Notice tone="danger" title={t('statusRejected')} live>
        {t('rejectedText', { reason: order.reason })}
      </Notice>
    );
  if (order.status === 'credited')
    return (
      <Notice tone="good" title={t('statusCredited')} live>
        {t('creditedText')}
      </Notice>
    );
  const texts = { slip: 'slipText', matched: 'matchedText', expired: 'expiredText' } as const;
  return (
    <Notice tone={order.status === 'expired' ? 'warn' : 'info'} title={t(fiatWords[order.status])} live>
      {t(texts[order.status], { time: exactTime(order.expires, locale) })}
    </Notice>
  );
}

function BankCard({ order: { bank, reference, amount } }: { order: FiatOrder }) {
  const t = useTexts('fiat');
  return (
    <Card>
      <Stack gap={3}>
        <CopyValue label={t('reference')} value={reference} />
        <Notice tone="warn">{t('referenceText')}</Notice>
        <CopyValue label={t('exactAmount')} value={amount} />
        <CopyValue label={t('bankName')} value={bank.name} />
        <CopyValue label={t('holder')} value={bank.holder} />
        <CopyValue label={t('account')} value={bank.account} />
        {bank.bic !== '' && <CopyValue label={t('bic')} value={bank.bic} />}
      </Stack>
    </Card>
  );
}

/** A photo of the slip: it helps where a bank loses the reference. */
function SlipField({ order: { id, slips } }: { order: FiatOrder }) {
  const t = useTexts('fiat');
  const inputId = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function send(file: File): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      // What is no picture here is refused there, with the reason.
      await uploadFile('Wallet/FiatProof', (await scalePicture(file)) ?? file, { id });
      await refresh('Wallet/FiatOrders');
    } catch (failure) {
      setProblem(errorText(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card>
      <Stack gap={3}>
        <p>{slips === 0 ? t('slipHint') : t('slipsSent', { count: slips })}</p>
        {problem !== undefined && (
          <Notice tone="danger" live>
            {problem}
          </Notice>
        )}
        {slips < SLIPS_MAX && (
          <>
            <input
              id={inputId}
              type="file"
              accept="image/*"
              hidden
              aria-label={t('slipSend')}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                event.target.value = '';
                if (file) void send(file);
              }}
            />
            <Button tone="secondary" busy={busy} onPress={() => document.getElementById(inputId)?.click()}>
              {slips === 0 ? t('slipSend') : t('slipMore')}
            </Button>
          </>
        )}
      </Stack>
    </Card>
  );
}

import type { OutputOf } from '@openmere/core/calls.ts';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { PASTED_MAX, readPastedHash } from '../parts/pasted.ts';
import { call } from '../platform/api-client.ts';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { Button } from '../ui/button.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import type { NoticeProps } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';

type Answer = OutputOf<'Wallet/DepositCheck'>;

const tones: Record<Answer['verdict'], NonNullable<NoticeProps['tone']>> = {
  notfound: 'warn',
  failed: 'danger',
  nottoyou: 'warn',
  wrongtoken: 'danger',
  toosmall: 'warn',
  confirming: 'info',
  barred: 'warn',
  booked: 'good',
};

/** One transfer of it that came to the member, question by question. */
function Facts({ transfer, needed }: { transfer: Answer['transfers'][number]; needed: number | undefined }) {
  const t = useTexts('deposit');
  const { righttoken, enough, final, confirmations, status } = transfer;
  const word = (isSo: boolean) => t(isSo ? 'yes' : 'no');
  const count = needed === undefined ? undefined : Math.min(confirmations, needed);
  const counted = needed === undefined || count === undefined ? t('no') : t('progress', { count, needed });
  return (
    <KeyValue
      rows={[
        { key: 'coin', label: t('isCoin'), value: word(righttoken) },
        { key: 'enough', label: t('isEnough'), value: word(righttoken && enough) },
        { key: 'final', label: t('isFinal'), value: final ? t('yes') : counted },
        { key: 'booked', label: t('isBooked'), value: word(status === 'credited') },
      ]}
    />
  );
}

/** Paste a transaction hash, get a plain verdict: found, succeeded, to you, right token, amount, final, booked. */
export function HashCheck({ needed }: { needed: number | undefined }) {
  const t = useTexts('deposit');
  const locale = useLocale();
  const [hash, setHash] = useState('');
  // What the field holds when an answer comes: a verdict on another hash is dropped.
  const current = useRef('');
  const [answer, setAnswer] = useState<Answer>();
  const [error, setError] = useState<string>();
  const whole = /^0x[0-9a-fA-F]{64}$/.test(hash.trim());
  const own = answer?.transfers.filter((transfer) => transfer.toyou) ?? [];

  function change(text: string): void {
    current.current = text;
    setHash(text);
    setAnswer(undefined);
    setError(undefined);
  }

  async function check(): Promise<void> {
    setAnswer(undefined);
    setError(undefined);
    try {
      const found = await call('Wallet/DepositCheck', { hash: hash.trim() });
      if (current.current === hash) setAnswer(found);
    } catch (failure) {
      if (current.current === hash) setError(errorText(failure));
    }
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (whole) void check();
  }

  return (
    <form onSubmit={onSubmit}>
      <Stack gap={3}>
        <TextField
          label={t('hashLabel')}
          hint={t('hashHint')}
          error={error}
          value={hash}
          onChange={(text) => change(readPastedHash(text))}
          maxLength={PASTED_MAX}
          autoComplete="off"
          spellCheck={false}
          placeholder="0x…"
        />
        <Button tone="secondary" disabledReason={whole ? undefined : t('hashShort')} onPress={check}>
          {t('hashCheck')}
        </Button>
        {answer && (
          <Notice tone={tones[answer.verdict]} title={t(`verdict_${answer.verdict}`)} live>
            {own
              .map(
                (transfer) => `${amountText(transfer.amount, locale)} ${transfer.coinid ?? t('otherToken')}`,
              )
              .join(', ')}
          </Notice>
        )}
        {own.map((transfer, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a transaction's transfers never change places
          <Facts key={at} transfer={transfer} needed={needed} />
        ))}
      </Stack>
    </form>
  );
}

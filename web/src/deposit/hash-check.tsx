import type { OutputOf } from '@openmere/core/calls.ts';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { call } from '../platform/api-client.ts';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { Button } from '../ui/button.tsx';
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

/** Paste a transaction hash, get a plain verdict: found, succeeded, to you, right token, amount, final, booked. */
export function HashCheck() {
  const t = useTexts('deposit');
  const locale = useLocale();
  const [hash, setHash] = useState('');
  // What the field holds when an answer comes: a verdict on another hash is dropped.
  const current = useRef('');
  const [answer, setAnswer] = useState<Answer>();
  const [error, setError] = useState<string>();
  const whole = /^0x[0-9a-fA-F]{64}$/.test(hash.trim());

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
          onChange={change}
          maxLength={66}
          autoComplete="off"
          spellCheck={false}
          placeholder="0x…"
        />
        <Button tone="secondary" disabledReason={whole ? undefined : t('hashShort')} onPress={check}>
          {t('hashCheck')}
        </Button>
        {answer && (
          <Notice tone={tones[answer.verdict]} title={t(`verdict_${answer.verdict}`)} live>
            {answer.transfers
              .filter((transfer) => transfer.toyou)
              .map(
                (transfer) => `${amountText(transfer.amount, locale)} ${transfer.coinid ?? t('otherToken')}`,
              )
              .join(', ')}
          </Notice>
        )}
      </Stack>
    </form>
  );
}

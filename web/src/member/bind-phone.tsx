import { useState } from 'react';
import { codeProblems } from '../auth/field-problems.ts';
import { FreshProofField, useFreshProof } from '../auth/safety/fresh-proof.tsx';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { Form } from '../parts/form.tsx';
import { PAUSE_MS, SendAgain } from '../parts/mail-code-field.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import type { Attempt } from '../parts/use-attempt.ts';
import { call } from '../platform/api-client.ts';
import { back, fromHere } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { refresh } from '../platform/query.ts';
import { CodeField } from '../ui/code-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { showToast } from '../ui/toast-store.ts';
import type { MemberInfo } from './use-member.ts';

const phoneProblems = ['auth.badphone', 'auth.nosms', 'member.phonetaken'] as const;
/** The shortest number of any country, with its prefix. */
const DIGITS_MIN = 7;

type Sent = { phone: string; length: number };

/** First step: the number. */
function Start({ onSent }: { onSent: (sent: Sent) => void }) {
  const t = useTexts('account');
  const attempt = useAttempt();
  const [phone, setPhone] = useState('');
  const isShort = phone.replaceAll(/\D/g, '').length < DIGITS_MIN;
  const missing = isShort ? t('phoneNeeded') : phone.trim().startsWith('+') ? undefined : t('phonePrefix');

  async function send(): Promise<void> {
    const { length } = await call('Ctrls/SendCode_Phone', { phone: phone.trim() });
    onSent({ phone: phone.trim(), length });
  }

  return (
    <Form submitLabel={t('phoneSend')} missing={missing} onSubmit={() => attempt.run(send)}>
      <p>{t('bindPhoneText')}</p>
      <TextField
        label={t('newPhone')}
        hint={t('newPhoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        value={phone}
        onChange={setPhone}
        error={attempt.at(...phoneProblems)}
      />
      <AttemptNotice attempt={attempt} shown={phoneProblems} />
    </Form>
  );
}

type ConfirmProps = { info: MemberInfo; sent: Sent; onSent: (sent: Sent) => void; onOther: () => void };

/** A message may get lost: after a minute another one can be asked for. */
function useAgain({ phone }: Sent, attempt: Attempt, onSent: (sent: Sent) => void) {
  const [againAt, setAgainAt] = useState<number | undefined>(() => Date.now() + PAUSE_MS);
  const [busy, setBusy] = useState(false);
  async function send(): Promise<boolean> {
    setBusy(true);
    const isSent = await attempt.run(async () => {
      const { length } = await call('Ctrls/SendCode_Phone', { phone });
      onSent({ phone, length });
      setAgainAt(Date.now() + PAUSE_MS);
    });
    setBusy(false);
    return isSent;
  }
  return { sentTo: phone, againAt, busy, send, ready: () => setAgainAt(undefined) };
}

/** Second step: the code that went there, and for a change the proof that it is the member who asks. */
function Confirm({ info, sent, onSent, onOther }: ConfirmProps) {
  const t = useTexts('account');
  const attempt = useAttempt();
  const again = useAgain(sent, attempt, onSent);
  const proof = useFreshProof(info);
  const [code, setCode] = useState('');
  const isChange = info.phone !== '';

  async function confirm(): Promise<void> {
    const here = fromHere();
    const proven = isChange ? await proof.collect() : {};
    await call('Users/BindPhone', { phone: sent.phone, phonecode: code, ...proven });
    await refresh('Users/Info');
    showToast({ text: t('phoneDone'), tone: 'good' });
    here(() => back(1, '/pages/mine/account/account'));
  }

  const missing = code.length < sent.length ? t('phoneCodeNeeded') : isChange ? proof.missing : undefined;
  return (
    <Form submitLabel={t('phoneConfirm')} missing={missing} onSubmit={() => attempt.run(confirm)}>
      <CodeField
        label={t('phoneCode')}
        hint={t('phoneCodeHint', { phone: sent.phone })}
        corner={<SendAgain sending={again} />}
        length={sent.length}
        value={code}
        onChange={setCode}
        focusFirst
        error={isChange ? attempt.at('member.phonetaken') : attempt.at('member.phonetaken', ...codeProblems)}
      />
      {isChange && <FreshProofField who={info} proof={proof} purpose="bind" attempt={attempt} />}
      <TextLink onPress={onOther}>{t('phoneOther')}</TextLink>
      <AttemptNotice attempt={attempt} shown={[...codeProblems, 'member.phonetaken']} />
    </Form>
  );
}

/** Binds or changes the phone: the number, then its code. */
export function BindPhone({ info }: { info: MemberInfo }) {
  const [sent, setSent] = useState<Sent>();
  return sent === undefined ? (
    <Start onSent={setSent} />
  ) : (
    <Confirm info={info} sent={sent} onSent={setSent} onOther={() => setSent(undefined)} />
  );
}

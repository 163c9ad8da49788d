import type { InputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { call, CallRefused } from '../platform/api-client.ts';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { CodeField } from '../ui/code-field.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { isEmail } from './field-problems.ts';

type Purpose = InputOf<'Ctrls/SendCode_Mail'>['purpose'];

/** The server sends one code a minute to an address. */
const PAUSE_MS = 60_000;

type Sending = {
  /** The address the last code went to. */
  sentTo: string | undefined;
  /** When another one may be asked for, epoch milliseconds of this device. */
  againAt: number | undefined;
  error: string | undefined;
  busy: boolean;
  send: () => Promise<void>;
  ready: () => void;
};

function waitOf(error: unknown): number | undefined {
  if (!(error instanceof CallRefused)) return undefined;
  const { seconds, minutes } = error.params;
  if (seconds !== undefined) return Number(seconds) * 1000;
  return minutes === undefined ? undefined : Number(minutes) * PAUSE_MS;
}

function useSending(email: string, purpose: Purpose, startSent: boolean): Sending {
  const app = useTexts('app');
  const [sentTo, setSentTo] = useState<string | undefined>(startSent ? email : undefined);
  const [againAt, setAgainAt] = useState<number | undefined>(() =>
    startSent ? Date.now() + PAUSE_MS : undefined,
  );
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function send(): Promise<void> {
    if (!isEmail(email)) {
      setError(email === '' ? app('emailNeeded') : app('emailBad'));
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      await call('Ctrls/SendCode_Mail', { email, purpose });
      setSentTo(email);
      setAgainAt(Date.now() + PAUSE_MS);
    } catch (failure) {
      const wait = waitOf(failure);
      if (wait !== undefined) setAgainAt(Date.now() + wait);
      setError(errorText(failure));
    } finally {
      setBusy(false);
    }
  }
  return { sentTo, againAt, error, busy, send, ready: () => setAgainAt(undefined) };
}

/** The action at the end of the label: send, wait with the seconds in sight, send again. */
function SendAgain({ sending }: { sending: Sending }) {
  const app = useTexts('app');
  if (sending.busy) return <span>{app('loading')}</span>;
  if (sending.againAt !== undefined) {
    return (
      <Countdown untilMs={sending.againAt} nowMs={Date.now} onEnd={sending.ready}>
        {(left) => app('codeAgainIn', { seconds: Math.ceil(left.totalMs / 1000) })}
      </Countdown>
    );
  }
  return (
    <TextLink onPress={() => void sending.send()}>
      {sending.sentTo === undefined ? app('codeSend') : app('codeAgain')}
    </TextLink>
  );
}

export type MailCodeProps = {
  email: string;
  purpose: Purpose;
  value: string;
  onChange: (value: string) => void;
  onComplete?: (value: string) => void;
  error?: string | undefined;
  /** Another label than "Code from the e-mail". */
  label?: string;
  /** The code went out already, by another call. */
  startSent?: boolean;
  focusFirst?: boolean;
};

/** Six digits that come by mail: sends them, counts down to the next sending, says what happened. */
export function MailCode(props: MailCodeProps) {
  const { email, purpose, value, onChange, onComplete, error, label, startSent = false, focusFirst } = props;
  const app = useTexts('app');
  const sending = useSending(email, purpose, startSent);
  const hint =
    sending.sentTo !== undefined
      ? app('codeSent', { email: sending.sentTo })
      : isEmail(email)
        ? app('codeHint', { email })
        : undefined;
  return (
    <CodeField
      label={label ?? app('code')}
      value={value}
      onChange={onChange}
      onComplete={onComplete}
      focusFirst={focusFirst}
      error={error ?? sending.error}
      hint={hint}
      corner={<SendAgain sending={sending} />}
    />
  );
}

import type { InputOf } from '@openmere/core/calls.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { call, CallRefused } from '../platform/api-client.ts';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { withPuzzle } from '../platform/puzzle.ts';
import { CodeField } from '../ui/code-field.tsx';
import type { CountdownProps } from '../ui/countdown.tsx';
import { TextField } from '../ui/text-field.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { isEmail } from './email-field.tsx';

/** Without its code nothing counts down: another code can be asked for at once, and the server says when it is too early. */
function NoCountdown({ onEnd }: CountdownProps) {
  useEffect(() => onEnd?.());
  return null;
}

// Counts down only after a code went out: the login page does not wait for it.
const Countdown = lazy<ComponentType<CountdownProps>>(() =>
  import('../ui/countdown.tsx').then(
    (m) => ({ default: m.Countdown }),
    () => ({ default: NoCountdown }),
  ),
);

type Purpose = InputOf<'Ctrls/SendCode_Mail'>['purpose'];

/** The server sends one code a minute to an address or a number. */
export const PAUSE_MS = 60_000;
const MINUTE_MS = 60_000;
const CODE_LENGTH = 6;
/** More digits than this are typed into a plain field, in groups as in the mail. */
const CELLS_MAX = 8;

/** The sending of codes to one address. */
export type Sending = {
  /** The address the last code went to. */
  sentTo: string | undefined;
  /** When, epoch milliseconds of this device. */
  sentAt?: number | undefined;
  /** Until when that code works, epoch milliseconds of this device. */
  until?: number | undefined;
  /** When another one may be asked for, epoch milliseconds of this device. */
  againAt: number | undefined;
  error: string | undefined;
  busy: boolean;
  /** Digits of the code: more while somebody guesses at codes of this address. */
  length: number;
  /** Answers whether a code is on its way. */
  send: () => Promise<boolean>;
  ready: () => void;
};

function waitOf(error: unknown): number | undefined {
  if (!(error instanceof CallRefused)) return undefined;
  const { seconds, minutes } = error.params;
  if (seconds !== undefined) return Number(seconds) * 1000;
  return minutes === undefined ? undefined : Number(minutes) * PAUSE_MS;
}

/** A code on its way: to whom, when it was sent and until when it works in epoch milliseconds of this device, and how many digits it has. */
export type Sent = { email: string; at: number; until: number; length: number };

/**
 * `sentBefore`: by another call, or before a reload; one that works no longer is none. What was sent, refused and waited for counts
 * for the address it was said of: a corrected one begins anew.
 */
export function useSending(
  email: string,
  purpose: Purpose,
  sentBefore?: Sent,
  onSent?: (sent: Sent) => void,
): Sending {
  const app = useTexts('app');
  const [sent, setSent] = useState(() =>
    sentBefore && sentBefore.until > Date.now() ? sentBefore : undefined,
  );
  const [pause, setPause] = useState(sent && { email: sent.email, until: sent.at + PAUSE_MS });
  const [failed, setFailed] = useState<{ email: string; text: string }>();
  const [busy, setBusy] = useState(false);
  async function send(): Promise<boolean> {
    if (!isEmail(email)) {
      setFailed({ email, text: email === '' ? app('emailNeeded') : app('emailBad') });
      return false;
    }
    setBusy(true);
    setFailed(undefined);
    try {
      const { length, minutes } = await withPuzzle((solved) =>
        call('Ctrls/SendCode_Mail', { email, purpose, ...solved }),
      );
      const at = Date.now();
      const one = { email, at, until: at + minutes * MINUTE_MS, length };
      setSent(one);
      onSent?.(one);
      setPause({ email, until: at + PAUSE_MS });
      return true;
    } catch (failure) {
      const wait = waitOf(failure);
      if (wait !== undefined) setPause({ email, until: Date.now() + wait });
      setFailed({ email, text: errorText(failure) });
      return false;
    } finally {
      setBusy(false);
    }
  }
  const here = sent?.email === email ? sent : undefined;
  return {
    sentTo: here?.email,
    sentAt: here?.at,
    until: here?.until,
    length: here?.length ?? CODE_LENGTH,
    againAt: pause?.email === email ? pause.until : undefined,
    error: failed?.email === email ? failed.text : undefined,
    busy,
    send,
    ready: () => setPause(undefined),
  };
}

/** The action at the end of the label: send, wait with the seconds in sight, send again. */
export function SendAgain({ sending }: { sending: Omit<Sending, 'error' | 'length'> }) {
  const app = useTexts('app');
  const loading = <span>{app('loading')}</span>;
  if (sending.busy) return loading;
  if (sending.againAt !== undefined) {
    return (
      <Suspense fallback={loading}>
        <Countdown untilMs={sending.againAt} nowMs={Date.now} onEnd={sending.ready}>
          {(left) => app('codeAgainIn', { seconds: Math.ceil(left.totalMs / 1000) })}
        </Countdown>
      </Suspense>
    );
  }
  return (
    <TextLink onPress={() => void sending.send()}>
      {sending.sentTo === undefined ? app('codeSend') : app('codeAgain')}
    </TextLink>
  );
}

type EntryProps = {
  email: string;
  value: string;
  onChange: (value: string) => void;
  onComplete?: (value: string) => void;
  error?: string | undefined;
  /** Another label than "Code from the e-mail". */
  label?: string;
  focusFirst?: boolean;
};

export type MailCodeFieldProps = EntryProps & {
  purpose: Purpose;
  sentBefore?: Sent | undefined;
  onSent?: (sent: Sent) => void;
};

/** Six digits that come by mail: sends them, counts down to the next sending, says what happened. */
export function MailCodeField({ purpose, sentBefore, onSent, ...entry }: MailCodeFieldProps) {
  return <MailCodeDigits {...entry} sending={useSending(entry.email, purpose, sentBefore, onSent)} />;
}

/** The digits alone, where the form around sends the code. */
export function MailCodeDigits(props: EntryProps & { sending: Sending }) {
  const { email, sending, value, onChange, onComplete, error, label, focusFirst } = props;
  const app = useTexts('app');
  const locale = useLocale();
  const { sentTo, until } = sending;
  const time = until && new Date(until).toLocaleTimeString(locale, { timeStyle: 'short' });
  const hint =
    sentTo !== undefined
      ? [
          app(sending.length > CODE_LENGTH ? 'codeSentLong' : 'codeSent', {
            email: sentTo,
            length: sending.length,
          }),
          time && app('codeUntil', { time }),
        ].join(' ')
      : isEmail(email)
        ? app('codeHint', { email })
        : undefined;
  const frame = {
    label: label ?? app('code'),
    value,
    error: error ?? sending.error,
    hint,
    corner: <SendAgain sending={sending} />,
  };
  if (sending.length > CELLS_MAX) {
    return (
      <TextField
        {...frame}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={(text) => onChange(text.replace(/\D/g, '').slice(0, sending.length))}
      />
    );
  }
  return (
    <CodeField
      {...frame}
      length={sending.length}
      onChange={onChange}
      onComplete={onComplete}
      focusFirst={focusFirst}
    />
  );
}

import { useState } from 'react';
import type { Sending } from '../../parts/mail-code-field.tsx';
import { CallRefused } from '../../platform/api-client.ts';
import { errorText } from '../../platform/error-text.ts';

const PAUSE_MS = 60_000;

export type DeviceCode = {
  /** Why a code is asked; undefined until the server asks for one. */
  why: string | undefined;
  value: string;
  setValue: (value: string) => void;
  missing: boolean;
  proof: { emailcode?: string };
  sending: Sending;
  /** Runs a login; a code that it asks for is on its way already. */
  watch: (login: () => Promise<void>) => Promise<void>;
};

type Asked = { text: string; email: string; length: number };

/**
 * The code of a login by password from somewhere unknown. Only the server knows whether one is needed: the form is sent as it is, and the
 * field appears with the code on its way. `again` logs in without a code, which sends another one.
 */
export function useDeviceCode(again: () => Promise<void>): DeviceCode {
  const [asked, setAsked] = useState<Asked>();
  const [value, setValue] = useState('');
  const [againAt, setAgainAt] = useState<number>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function watch(login: () => Promise<void>): Promise<void> {
    try {
      await login();
    } catch (failure) {
      if (failure instanceof CallRefused && failure.reason === 'auth.needcode') {
        const { email = '', length = 6 } = failure.params;
        setAsked({ text: errorText(failure), email: String(email), length: Number(length) });
        setAgainAt(Date.now() + PAUSE_MS);
      }
      throw failure;
    }
  }
  async function send(): Promise<boolean> {
    setBusy(true);
    setError(undefined);
    try {
      await watch(again);
    } catch (failure) {
      const isSent = failure instanceof CallRefused && failure.reason === 'auth.needcode';
      if (!isSent) setError(errorText(failure));
      return isSent;
    } finally {
      setBusy(false);
    }
    return false;
  }
  const length = asked?.length ?? 6;
  return {
    why: asked?.text,
    value,
    setValue,
    missing: asked !== undefined && value.length < length,
    proof: asked === undefined || value === '' ? {} : { emailcode: value },
    sending: { sentTo: asked?.email, againAt, error, busy, length, send, ready: () => setAgainAt(undefined) },
    watch,
  };
}

import { Fault } from '@openmere/core/kit/fault.ts';
import { escapeHtml } from './compose.ts';
import type { MailSender } from './sender.ts';

export type ComposedSms = { to: string; locale: string; text: string };
/** Hands a message to a carrier. Rejects when it was not taken; then it will be tried again, but for SmsRefused. */
export type SmsSender = { send(sms: ComposedSms): Promise<void> };

const TIMEOUT_MS = 10_000;

/** The carrier has read this message and will never take it, as one to a number that is none. */
export class SmsRefused extends Error {
  readonly responseCode: number;

  constructor(status: number) {
    super(`the carrier answered ${status}`);
    this.name = 'SmsRefused';
    this.responseCode = status;
  }
}

/** Of the answers from 400 to 499 these are not about the message: who asks, where, or how often. */
const notAboutTheMessage: readonly number[] = [401, 403, 404, 407, 408, 425, 429];

/** A carrier, or whatever stands before it, that takes `{ to, text, locale }` at an https address. */
export function httpSms(url: string): SmsSender {
  return {
    send: async (sms) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sms),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // A code goes to the address that was set, and to no other.
        redirect: 'manual',
      });
      await response.body?.cancel();
      const { ok, status } = response;
      if (ok) return;
      if (status >= 400 && status < 500 && !notAboutTheMessage.includes(status)) throw new SmsRefused(status);
      throw new Fault(`sms.refused${status}`, { retry: true });
    },
  };
}

/** Development: the message lies beside the mails, as one to an address that cannot exist. */
export function mailedSms(mails: MailSender): SmsSender {
  return {
    send: ({ to, text, locale }) =>
      mails.send({
        to: `${to}@sms.invalid`,
        subject: text.split('\n')[0] ?? '',
        text: `${text}\n`,
        html: `<p>${escapeHtml(text)}</p>`,
        locale,
      }),
  };
}

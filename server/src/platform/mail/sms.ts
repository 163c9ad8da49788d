import { Fault } from '@openmere/core/kit/fault.ts';
import { escapeHtml } from './compose.ts';
import type { MailSender } from './sender.ts';

export type ComposedSms = { to: string; locale: string; text: string };
/** Hands a message to a carrier. Rejects when it was not taken; then it will be tried again. */
export type SmsSender = { send(sms: ComposedSms): Promise<void> };

const TIMEOUT_MS = 10_000;

/** A carrier, or whatever stands before it, that takes `{ to, text, locale }` at an https address. */
export function httpSms(url: string): SmsSender {
  return {
    send: async (sms) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sms),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Fault(`sms.refused${response.status}`, { retry: true });
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

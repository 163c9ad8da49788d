import webpush from 'web-push';
import { isPushService } from './endpoint.ts';
import type { PushOutcome, SendPush } from './send-due.ts';

/** The house's own key towards push services (VAPID), base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

const TIMEOUT_MS = 10_000;
/** A service keeps it so long for a device that is off. */
const KEEP_SECONDS = 86_400;
const WAIT_SECONDS_MAX = 7_200;

type Options = {
  keys: VapidKeys;
  /** Who answers for what is sent: an https address or mailto. */
  subject: string;
  /** Which addresses may be called; tests call one of their own. */
  allows?: (endpoint: string) => boolean;
};

/** Sends by web push: encrypted for the device alone (RFC 8291), signed by the house (RFC 8292). */
export function webPushSender({ keys, subject, allows = isPushService }: Options): SendPush {
  return async ({ endpoint, p256dh, auth }, text, isUrgent) => {
    if (!allows(endpoint)) return 'gone';
    try {
      const { headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails: { subject, ...keys },
        TTL: KEEP_SECONDS,
        urgency: isUrgent ? 'high' : 'normal',
      });
      const { 'Content-Length': _length, ...rest } = headers as Record<string, string | number>;
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(body ?? Buffer.alloc(0)),
        // What is not there any more is not looked for elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      return outcomeOf(answer);
    } catch {
      return { laterSeconds: 0 };
    }
  };
}

/** RFC 8030 §7.3, §8.4: 404 and 410 end a subscription; 401 and 403 say that it was made for another key. */
function outcomeOf({ status, headers }: Response): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if ([401, 403, 404, 410].includes(status)) return 'gone';
  if (status !== 429 && status < 500) return 'refused';
  return { laterSeconds: secondsOf(headers.get('retry-after') ?? '') };
}

/** `Retry-After` (RFC 9110 §10.2.3): seconds or a date; nobody makes us wait longer than for our own last try. */
function secondsOf(retryAfter: string): number {
  const asked = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(asked) ? Math.min(Math.max(Math.ceil(asked), 0), WAIT_SECONDS_MAX) : 0;
}

import { timingSafeEqual } from 'node:crypto';
import type { Locale } from '@openmere/core/kit/language.ts';
import { locales } from '@openmere/core/kit/language.ts';
import type { NoticeKind } from '@openmere/core/news/kinds.ts';
import { noticeKinds } from '@openmere/core/news/kinds.ts';
import { fingerprint } from '../platform/secrets-box.ts';

/** Whose mails of which kind end, and the language to say so in. */
export type Unsubscription = { memberId: string; kind: NoticeKind; locale: Locale };

export const UNSUBSCRIBE_PATH = '/unsubscribe/';

const signatureOf = (body: string): string => fingerprint(`unsubscribe:${body}`).slice(0, 43);

/** The address in a mail that ends mails of its kind, without a login: nobody can make one for somebody else. */
export function unsubscribeLink(origin: string, { memberId, kind, locale }: Unsubscription): string {
  const body = Buffer.from([memberId, kind, locale].join(' ')).toString('base64url');
  return `${origin}${UNSUBSCRIBE_PATH}${body}.${signatureOf(body)}`;
}

/** What such an address says; nothing when it was not made here. */
export function readUnsubscribeToken(token: string): Unsubscription | undefined {
  const [body = '', signature = ''] = token.split('.');
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(body))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [memberId = '', named = '', language = ''] = Buffer.from(body, 'base64url').toString().split(' ');
  const kind = noticeKinds.find((one) => one === named);
  const locale = locales.find((one) => one === language);
  return kind && locale ? { memberId, kind, locale } : undefined;
}

import type { Mail } from '../outbox.ts';
import { readableTimes, translate } from '../text.ts';

/** A mail ready for any transport. */
export type ComposedMail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  locale: string;
  unsubscribe?: string;
};

/** One plain address; nothing that could become a second receiver or a header. */
const ADDRESS = /^[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()[\]\\,;:"@]{1,255}$/;
const SUBJECT_LENGTH_MAX = 200;

/**
 * Makes the mail of a template: subject and text in the receiver's language, above them their anti-phishing word, below
 * who we are. HTML is made from the same text, all of it escaped; only our own links can be pressed, none that somebody wrote. Throws when the address is not one plain address.
 */
export function composeMail(mail: Mail, app: string): ComposedMail {
  if (!ADDRESS.test(mail.to)) throw new TypeError('not one plain mail address');
  const { locale } = mail;
  const params = readableTimes(locale, mail.params);
  const subject = oneLine(
    translate(locale, `${mail.template}.${mail.isNotice ? 'title' : 'subject'}`, params),
  ).slice(0, SUBJECT_LENGTH_MAX);
  const parts = [
    ...(mail.antiphishing
      ? [translate(locale, 'platform.mail.antiphishing', { word: oneLine(mail.antiphishing) })]
      : []),
    ...(mail.account === undefined
      ? []
      : [translate(locale, 'platform.mail.account', { nickname: oneLine(mail.account) })]),
    translate(locale, `${mail.template}.text`, params),
    ...(mail.also
      ? [
          translate(
            mail.also,
            `${mail.template}.text`,
            readableTimes(mail.also, mail.alsoParams ?? mail.params),
          ),
        ]
      : []),
    translate(locale, 'platform.mail.footer', { app }),
    ...(mail.unsubscribe ? [translate(locale, 'platform.mail.unsubscribe', { link: mail.unsubscribe })] : []),
  ];
  const text = `${parts.map(withoutControls).join('\n\n')}\n`;
  const links = [mail.params['link'], mail.unsubscribe].filter((link) => link !== undefined);
  const composed = { to: mail.to, subject, text, html: toHtml(text, locale, links.map(String)), locale };
  return mail.unsubscribe ? { ...composed, unsubscribe: mail.unsubscribe } : composed;
}

/** A header is one line: what would start another one becomes a space. */
function oneLine(text: string): string {
  return withoutControls(text).replaceAll(/\s+/g, ' ').trim();
}

function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, ' ');
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

function toHtml(text: string, locale: string, links: readonly string[]): string {
  const paragraphs = text.trim().split(/\n{2,}/);
  const plain = paragraphs.map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`).join('\n');
  const body = links
    .filter((link) => /^https?:/.test(link))
    .map(escapeHtml)
    .reduce((html, link) => html.replaceAll(link, () => `<a href="${link}">${link}</a>`), plain);
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"></head><body>\n${body}\n</body></html>\n`;
}

import { randomBytes } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { ComposedMail } from './compose.ts';

/** Hands a mail over. Rejects when it was not taken; then it will be tried again. */
export type MailSender = { send(mail: ComposedMail): Promise<void>; close(): void };

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/** What every transport gets. `to` is an object: an address is never parsed out of a text. */
function messageOf(mail: ComposedMail, from: string) {
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    textEncoding: 'quoted-printable' as const,
    // Tells auto-responders to be silent (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.locale,
      // One click, without opening anything (RFC 8058).
      ...(mail.unsubscribe
        ? {
            'List-Unsubscribe': `<${mail.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Delivers by SMTP; `url` such as `smtps://user:password@mail.example:465`. */
export function smtpSender(url: string, from: string): MailSender {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return {
    send: async (mail) => {
      await transport.sendMail(messageOf(mail, from));
    },
    close: () => transport.close(),
  };
}

/** Development: writes each mail as `<time>-<random>.eml`, readable by its owner only. */
export function fileSender(folder: string, from: string): MailSender {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    send: async (mail) => {
      const info = await transport.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`;
      const file = await open(join(folder, `${name}.tmp`), 'wx', 0o600);
      try {
        await file.writeFile(info.message as Buffer);
      } finally {
        await file.close();
      }
      await rename(join(folder, `${name}.tmp`), join(folder, `${name}.eml`));
    },
    close: () => transport.close(),
  };
}

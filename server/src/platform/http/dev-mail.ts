import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../mail/compose.ts';

const NAME = /^[0-9A-Za-z-]{1,80}\.eml$/;
const SHOWN_MAX = 100;

/**
 * Development only: lists the mails that would have been sent and shows one. Always as escaped text, so that a mail can
 * never be more than words on this page.
 */
export function serveDevMail(server: FastifyInstance, folder: string): void {
  server.get('/dev/mail', async (_request, reply) => {
    const names = (await readdir(folder).catch(() => []))
      .filter((name) => NAME.test(name))
      .sort()
      .reverse();
    const rows = await Promise.all(
      names.slice(0, SHOWN_MAX).map(async (name) => {
        const mail = await readMail(join(folder, name));
        return `<li><a href="/dev/mail/${name}">${escapeHtml(mail.subject)}</a> to ${escapeHtml(mail.to)}, ${escapeHtml(mail.date)}</li>`;
      }),
    );
    return reply.type('text/html; charset=utf-8').send(page('Mail', `<ul>${rows.join('\n')}</ul>`));
  });
  server.get<{ Params: { name: string } }>('/dev/mail/:name', async (request, reply) => {
    const { name } = request.params;
    if (!NAME.test(name)) return reply.callNotFound();
    const mail = await readMail(join(folder, name)).catch(() => undefined);
    if (!mail) return reply.callNotFound();
    const body = `<p>To ${escapeHtml(mail.to)}, ${escapeHtml(mail.date)}</p><pre>${escapeHtml(mail.text)}</pre><p><a href="/dev/mail">All mails</a></p>`;
    return reply.type('text/html; charset=utf-8').send(page(mail.subject, body));
  });
}

async function readMail(path: string): Promise<{ subject: string; to: string; date: string; text: string }> {
  // A development dependency, asked for only where this page exists.
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(await readFile(path));
  const to = (mail.to ?? []).map(({ address }) => address ?? '').join(', ');
  return { subject: mail.subject ?? '', to, date: mail.date ?? '', text: mail.text ?? '' };
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`;
}

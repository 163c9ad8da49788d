import type { FastifyInstance, FastifyReply } from 'fastify';
import { readUnsubscribeToken, UNSUBSCRIBE_PATH } from '../news/unsubscribe-link.ts';
import type { Unsubscription } from '../news/unsubscribe-link.ts';
import { unsubscribe } from '../news/unsubscribe.ts';
import type { DbCtx } from '../platform/context.ts';
import { escapeHtml } from '../platform/mail/compose.ts';
import { translate } from '../platform/text.ts';

type Asked = { Params: { token: string } };

/**
 * One click ends mails of a kind (RFC 8058): mail programs post to the address of the header. Opening it shows a page and changes
 * nothing, because filters of mail servers open what they find.
 */
export async function serveUnsubscribe(server: FastifyInstance, deps: DbCtx): Promise<void> {
  await server.register(async (form) => {
    // What is posted says only that it is one click; the address says the rest.
    form.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, _body, done) => done(null, undefined),
    );
    form.get<Asked>(`${UNSUBSCRIBE_PATH}:token`, async (request, reply) => {
      const asked = readUnsubscribeToken(request.params.token);
      return asked ? send(reply, asked, 'ask') : reply.callNotFound();
    });
    form.post<Asked>(`${UNSUBSCRIBE_PATH}:token`, async (request, reply) => {
      const asked = readUnsubscribeToken(request.params.token);
      if (!asked) return reply.callNotFound();
      await unsubscribe(deps, asked);
      return send(reply, asked, 'done');
    });
  });
}

function send(reply: FastifyReply, { kind, locale }: Unsubscription, state: 'ask' | 'done'): FastifyReply {
  const say = (key: string, params = {}): string =>
    escapeHtml(translate(locale, `news.unsubscribe.${key}`, params));
  const title = say(`${state}Title`, { kind: translate(locale, `news.unsubscribe.${kind}`) });
  const form = `<form method="post"><button type="submit">${say('button')}</button></form>`;
  const page = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title></head><body><h1>${title}</h1><p>${say(`${state}Text`)}</p>${state === 'ask' ? form : ''}</body></html>`;
  return reply.type('text/html; charset=utf-8').send(page);
}

import { createHash } from 'node:crypto';
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

/** The page stands by itself, without the app's files: its few rules come along, and the policy knows them by their hash. */
const STYLE = `:root{color-scheme:light dark;--bg:#f5f1e8;--ink:#14282b;--ink-2:#42565a;--accent:#0d5458;--accent-ink:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0f171c;--ink:#e9eeec;--ink-2:#b6c4c6;--accent:#74c9c1;--accent-ink:#06282a}}
body{max-width:32rem;margin:0 auto;padding:3rem 1rem;background:var(--bg);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
img{display:block;width:40px;height:40px}h1{margin:1rem 0 .5rem;font-size:1.25rem;line-height:1.3}p{margin:0 0 1.5rem;color:var(--ink-2)}
button,a{display:block;box-sizing:border-box;width:100%;min-height:52px;padding:.75rem 1rem;border:0;border-radius:26px;background:var(--accent);color:var(--accent-ink);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}`;
const POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  `img-src 'self'`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

function send(reply: FastifyReply, { kind, locale }: Unsubscription, state: 'ask' | 'done'): FastifyReply {
  const say = (key: string, params = {}): string =>
    escapeHtml(translate(locale, `news.unsubscribe.${key}`, params));
  const title = say(`${state}Title`, { kind: translate(locale, `news.unsubscribe.${kind}`) });
  const act =
    state === 'ask'
      ? `<form method="post"><button type="submit">${say('button')}</button></form>`
      : `<a href="/#/pages/news/choices">${say('choices')}</a>`;
  const page = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg"><title>${title}</title><style>${STYLE}</style></head>
<body><main><img src="/favicon.svg" alt=""><h1>${title}</h1><p>${say(`${state}Text`)}</p>${act}</main></body></html>`;
  return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page);
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Vite puts a hash of the content into these names: `assets/index-Bx3k9_aZ.js`. */
const HASHED = /-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;

const PAGE = 'index.html';
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** Policy sources of the scripts that stand in a page itself: whatever else gets in there does not run. */
export function digestsOf(html: string): string[] {
  return Array.from(html.matchAll(INLINE_SCRIPT), ([, code = '']) => {
    const digest = createHash('sha256').update(code).digest('base64');
    return `'sha256-${digest}'`;
  });
}

/**
 * Serves a built app: hashed files for ever, everything else asked again each time; the brotli or gzip file beside it
 * when the browser takes it. Source maps and dot files are not served. Nothing happens before the app is built.
 */
export async function serveApp(server: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const page = join(folder, PAGE);
  const digests = existsSync(page) ? digestsOf(readFileSync(page, 'utf8')) : [];
  await server.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    index: [PAGE],
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    allowedPath: (path) => !path.endsWith('.map'),
    setHeaders: (reply, path) => {
      const name = basename(path).replace(/\.(br|gz)$/, '');
      reply.header('cache-control', HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache');
      const policy = reply.getHeader('content-security-policy');
      if (name === PAGE && digests.length > 0 && typeof policy === 'string') {
        reply.header(
          'content-security-policy',
          policy.replace(/(?<=script-src [^;]*)(?=;)/, ` ${digests.join(' ')}`),
        );
      }
    },
  });
}

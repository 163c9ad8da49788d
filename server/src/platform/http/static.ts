import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Vite puts a hash of the content into these names: `assets/index-Bx3k9_aZ.js`. */
const HASHED = /-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;

/**
 * Serves a built app: hashed files for ever, everything else asked again each time; the brotli or gzip file beside it
 * when the browser takes it. Source maps and dot files are not served. Nothing happens before the app is built.
 */
export async function serveApp(server: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await server.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    index: ['index.html'],
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    allowedPath: (path) => !path.endsWith('.map'),
    setHeaders: (reply, path) => {
      const name = basename(path).replace(/\.(br|gz)$/, '');
      reply.header('cache-control', HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

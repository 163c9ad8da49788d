import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
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

/** Not served by their own names: source maps, dot files, and what lies packed beside a file. */
const HIDDEN = /(^|\/)\.|\.(map|br|gz)$/;
const LISTED_ANEW_MS = 1_000;

async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .filter((name) => !HIDDEN.test(name)),
  );
}

/**
 * Tells whether a build has a file of exactly this name. The folder is listed once, and again for a name that is not
 * there, at most once a second: a build that is replaced while the server runs is found.
 */
async function listFiles(folder: string): Promise<(name: string) => Promise<boolean>> {
  let listed = namesIn(folder);
  let listedAt = performance.now();
  await listed;
  return async (name) => {
    if ((await listed).has(name)) return true;
    if (performance.now() - listedAt > LISTED_ANEW_MS) {
      listedAt = performance.now();
      const before = listed;
      listed = namesIn(folder).catch(() => before);
    }
    return (await listed).has(name);
  };
}

/**
 * Serves a built app: hashed files for ever, everything else asked again each time; the brotli or gzip file beside it
 * when the browser takes it. Source maps and dot files are not served. Nothing happens before the app is built.
 */
export async function serveApp(server: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const page = join(folder, PAGE);
  const digests = existsSync(page) ? digestsOf(readFileSync(page, 'utf8')) : [];
  const isFile = await listFiles(folder);
  await server.register(fastifyStatic, {
    root: folder,
    // Its own route lists the folder for every request, to compare the spelling: 10 ms for a first visit's files.
    serve: false,
    preCompressed: true,
    cacheControl: false,
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
  server.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const name = request.params['*'] || PAGE;
    return (await isFile(name)) ? reply.sendFile(name) : reply.callNotFound();
  });
}

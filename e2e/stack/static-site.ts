import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';

const dist = join(process.env['OPENMERE_BUILD'] ?? join(import.meta.dirname, '../..'), 'web/dist');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};
/** What every call answers. */
const away = { success: false, msg: 'away', code: 'unavailable', data: null, list: [] };

/** The built app alone, without a stack, on an address of its own; another build can take its place. */
export type StaticSite = {
  url: string;
  /** Paths that were asked for, in order. */
  asked: string[];
  /** The next build: a page that says `mark`, in which `gone` (a part of a name) is no longer served. */
  publish(mark: string, gone: string): Promise<void>;
  stop(): Promise<void>;
};

/** Serves a copy of what was built, with the policy of the real server for scripts and workers. */
export async function serveStatic(): Promise<StaticSite> {
  const folder = await mkdtemp(join(tmpdir(), 'openmere-site-'));
  await cp(dist, folder, { recursive: true });
  const asked: string[] = [];
  let missing: string | undefined;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here');
    asked.push(pathname);
    const path = join(folder, normalize(pathname === '/' ? '/index.html' : pathname));
    if (!existsSync(path) || (missing !== undefined && pathname.includes(missing))) {
      response.writeHead(request.method === 'POST' ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(away));
      return;
    }
    void readFile(path).then((content) => {
      response.writeHead(200, {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'cache-control': 'no-cache',
        'content-security-policy': `default-src 'self'; worker-src 'self'; require-trusted-types-for 'script'`,
      });
      response.end(content);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async publish(mark, gone) {
      missing = gone;
      const page = await readFile(join(folder, 'index.html'), 'utf8');
      await writeFile(join(folder, 'index.html'), page.replace('<body>', `<body data-build="${mark}">`));
      const worker = await readFile(join(folder, 'service-worker.js'), 'utf8');
      // Another revision of the page, and a file of the screens that is no longer part of the build.
      const next = worker.replaceAll(new RegExp(`[^\`"]*${gone}[^\`"]*`, 'g'), '/assets/none-00000000.css');
      await writeFile(join(folder, 'assets/none-00000000.css'), '');
      await writeFile(join(folder, 'service-worker.js'), `${next}\n// ${mark}`);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

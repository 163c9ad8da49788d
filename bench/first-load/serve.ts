import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** What every call answers: the app shows its error states, and no database is needed to weigh it. */
const AWAY = JSON.stringify({ success: false, msg: 'not here', code: 'unavailable', data: null, list: [] });

export type Served = { origin: string; close(): Promise<void> };

/** Serves a built app on a free port as the real server does: brotli where it lies beside the file, or plain. */
export async function serve(folder: string): Promise<Served> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here');
    const file = join(folder, normalize(pathname === '/' ? '/index.html' : pathname));
    const packed = `${file}.br`;
    const isPacked = existsSync(packed);
    readFile(isPacked ? packed : file).then(
      (content) => {
        response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
        response.setHeader('cache-control', 'no-store');
        if (isPacked) response.setHeader('content-encoding', 'br');
        response.end(content);
      },
      () => {
        response.statusCode = request.method === 'POST' ? 200 : 404;
        response.setHeader('content-type', 'application/json');
        response.end(AWAY);
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

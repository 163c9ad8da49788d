import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import pg from 'pg';

/** `silence`: nothing passes any more over the connections there are, and nobody is told; new ones pass. */
export type SilentProxy = { through: (url: string) => string; silence: () => void; close: () => void };

/** For tests: stands before a database whose machine can go away without a word, as at a power loss or a cut network. */
export async function openSilentProxy(url: string): Promise<SilentProxy> {
  const { host, port } = new pg.Client(url);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    through: (one) => {
      const changed = new URL(one);
      changed.searchParams.delete('host');
      changed.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      return changed.href;
    },
    silence: () => {
      for (const socket of open) socket.unpipe();
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

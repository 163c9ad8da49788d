import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Bodies larger than this are refused, as the api does. */
const BODY_BYTES_MAX = 16_384;

/** The reference, in a process of its own: `node bare-server.ts <file>` answers with the file's bytes, and does nothing else. */
const bytes = readFileSync(process.argv[2] ?? '');
const server = createServer((incoming, response) => {
  incoming.resume();
  if (Number(incoming.headers['content-length']) > BODY_BYTES_MAX) response.writeHead(413).end();
  else incoming.on('end', () => response.end(bytes));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit());

import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { getTime } from '@openmere/core/setting/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../db/test-database.ts';
import { cloneDatabase } from '../db/test-setup.ts';
import { serve } from './serve.ts';
import { createTestApi } from './test-api.ts';
import type { TestApi } from './test-api.ts';

let database: TestDatabase;
let api: TestApi;
let asked = 0;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await createTestApi({
    db: database.connect('app').db,
    routes: (target) =>
      serve(target, getTime, async ({ now }) => {
        asked += 1;
        return { time: now.getTime(), zone: 'UTC', business: now.getTime() };
      }),
  });
  await api.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

/** What comes back on one connection until the server ends it, or has been quiet for a while. */
function answersTo(text: string): Promise<string> {
  const { port } = api.server.server.address() as AddressInfo;
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.setTimeout(1_500, () => socket.destroy());
    socket.on('data', (data) => (heard += String(data)));
    socket.on('error', () => undefined).on('close', () => resolve(heard));
  });
}

const statusesOf = (answers: string) =>
  Array.from(answers.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status);

const HEAD = 'POST /Ctrls/gettime HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
/** What would be a request of somebody else, to a server that takes the first one for shorter. */
const HIDDEN = 'POST /Ctrls/gettime HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';

test.each([
  [
    'a length and chunks',
    `Content-Length: ${HIDDEN.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['chunks and a length', `Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`],
  ['two lengths', `Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n`],
  ['a length that is no number', `Content-Length: +0\r\n\r\n`],
  ['chunks under another name of theirs', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['chunks that are not the last coding', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
  ['a blank before the colon', `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
  ['a header that goes on in the next line', `X-A: b\r\n Content-Length: 0\r\nContent-Length: 0\r\n\r\n`],
  ['a chunk of no length', `Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n`],
  ['a bare carriage return', `X-A: b\rContent-Length: 0\r\n\r\n`],
])('refuses: a request that can be read in two ways, and what is behind it: %s', async (_name, rest) => {
  asked = 0;
  expect([statusesOf(await answersTo(HEAD + rest + HIDDEN)), asked]).toEqual([['400'], 0]);
});

test('behavior: two requests behind each other, by length and in chunks, are answered as two', async () => {
  asked = 0;
  const answers = await answersTo(`${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n${HIDDEN}`);
  expect([statusesOf(answers), asked]).toEqual([['200', '200'], 2]);
});

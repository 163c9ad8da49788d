import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutsideGeocoder } from './outside.ts';

let server: Server;
let url: string;
let asked: string[];
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let failures: unknown[];
let time: number;
let turns: number;

beforeEach(async () => {
  asked = [];
  failures = [];
  time = 0;
  turns = 100;
  respond = (_request, response) =>
    response.end(
      JSON.stringify({
        display_name: 'Rua\u202e Um 1,\n Lisboa',
        address: { city: 'Lisboa', country_code: 'pt' },
      }),
    );
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    respond(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/reverse?key=1`;
});
afterEach(() => new Promise((done) => server.close(done)));

const open = () =>
  createOutsideGeocoder({
    url,
    takeTurn: async () => (turns -= 1) >= 0,
    onFailure: (reason) => failures.push(reason),
    now: () => time,
  });
const lisbon = { latitude: 38.722345, longitude: -9.139345 };

test.each([
  ['a status', (response: ServerResponse) => void response.writeHead(500).end()],
  ['a redirect', (response: ServerResponse) => void response.writeHead(302, { location: url }).end()],
  ['no JSON', (response: ServerResponse) => void response.end('<html>')],
  ['another shape', (response: ServerResponse) => void response.end('{"display_name":7}')],
  ['an endless answer', (response: ServerResponse) => void response.end(`"${'x'.repeat(70_000)}"`)],
])('refuses: %s is no answer, and the service is left alone for half a minute', async (_name, answer) => {
  respond = (_request, response) => answer(response);
  const geocode = open();
  expect(await geocode(lisbon, 'en')).toBeUndefined();
  expect(await geocode(lisbon, 'en')).toBeUndefined();
  expect(asked).toHaveLength(1);
  expect(failures).toHaveLength(1);
  time = 30_000;
  expect(await geocode(lisbon, 'en')).toBeUndefined();
  expect(asked).toHaveLength(2);
});

test('behavior: asked with four decimals in the reader’s language; the answer is one clean line, and kept', async () => {
  const geocode = open();
  const found = { address: 'Rua Um 1, Lisboa', town: 'Lisboa', country: 'PT', credit: '127.0.0.1' };
  expect(await geocode(lisbon, 'es')).toEqual(found);
  expect(await geocode({ ...lisbon, latitude: 38.72231 }, 'es')).toEqual(found);
  expect(asked).toEqual(['/reverse?key=1&lat=38.7223&lon=-9.1393&format=jsonv2&accept-language=es']);
  await geocode(lisbon, 'ja');
  expect(asked).toHaveLength(2);
  expect(failures).toEqual([]);
});

test('behavior: who gets no turn is not answered, and asks again later; the same question on its way is one', async () => {
  turns = 1;
  const geocode = open();
  const far = (at: number) => geocode({ latitude: at, longitude: at }, 'en');
  const answers = await Promise.all([far(1), far(1), far(2)]);
  expect(answers.map((answer) => answer !== undefined)).toEqual([true, true, false]);
  expect(asked).toHaveLength(1);
  turns = 1;
  expect(await far(2)).toBeDefined();
  expect(failures).toEqual([]);
});

test('behavior: the service says whose work its addresses are', async () => {
  const body = { display_name: 'Rua Um 1', licence: 'Data © OpenStreetMap contributors' };
  respond = (_request, response) => response.end(JSON.stringify(body));
  expect((await open()(lisbon, 'en'))?.credit).toBe('Data © OpenStreetMap contributors');
});

test('behavior: where it knows nothing it is not asked twice', async () => {
  respond = (_request, response) => response.end('{"error":"Unable to geocode"}');
  const geocode = open();
  expect(await geocode(lisbon, 'en')).toBeUndefined();
  expect(await geocode(lisbon, 'en')).toBeUndefined();
  expect(asked).toHaveLength(1);
});

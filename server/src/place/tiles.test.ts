import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTiles, readTilePosition } from './tiles.ts';

type Kind = 'png' | 'jpeg' | 'webp';
let pictures: Record<Kind, Buffer>;
let server: Server;
let url: string;
let asked: IncomingMessage[];
let respond: (response: ServerResponse) => void;
let failures: unknown[];
let time: number;

beforeAll(async () => {
  const drawn = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } });
  pictures = {
    png: await drawn.clone().png().toBuffer(),
    jpeg: await drawn.clone().jpeg().toBuffer(),
    webp: await drawn.clone().webp().toBuffer(),
  };
});
beforeEach(async () => {
  asked = [];
  failures = [];
  time = 0;
  respond = (response) => response.end(pictures.png);
  server = createServer((request, response) => {
    asked.push(request);
    respond(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{z}/{y}/{x}.png?key=1`;
});
afterEach(() => new Promise((done) => server.close(done)));

const open = (perMinute = 100) =>
  createTiles({ url, perMinute, onFailure: (reason) => failures.push(reason), now: () => time });
const place = { z: 3, x: 5, y: 2 };

test.each([
  ['4', '0', '0', 'deeper than there are tiles'],
  ['3', '8', '0', 'a column too many'],
  ['3', '0', '8', 'a row too many'],
  ['-1', '0', '0', 'a negative depth'],
  ['03', '0', '0', 'a second spelling'],
  ['1', '1.0', '0', 'a fraction'],
  ['1', '0x1', '0', 'hex'],
  ['1', '1e0', '0', 'an exponent'],
  ['1', '', '0', 'nothing'],
  ['1', '%2e%2e', '0', 'a way up'],
  ['1', '０', '0', 'a digit of another script'],
  ['99999999', '0', '0', 'a long number'],
])('refuses: %s/%s/%s, %s', (z, x, y) => {
  expect(readTilePosition({ z, x, y }, 3)).toBeUndefined();
});

test('behavior: places in the grid, to its last corner', () => {
  expect(readTilePosition({ z: '0', x: '0', y: '0' }, 3)).toEqual({ z: 0, x: 0, y: 0 });
  expect(readTilePosition({ z: '3', x: '7', y: '7' }, 3)).toEqual({ z: 3, x: 7, y: 7 });
});

test.each([
  ['a status', (response: ServerResponse) => void response.writeHead(500).end()],
  ['a redirect', (response: ServerResponse) => void response.writeHead(302, { location: '/x' }).end()],
  ['a page', (response: ServerResponse) => void response.end('<html><script>alert(1)</script>')],
  ['a drawing that could run', (response: ServerResponse) => void response.end('<svg xmlns="x"/>')],
  ['nothing', (response: ServerResponse) => void response.end()],
  [
    'an endless picture',
    (response: ServerResponse) => void response.end(Buffer.concat([pictures.png, Buffer.alloc(600_000)])),
  ],
  ['a broken line', (response: ServerResponse) => void response.destroy()],
])('refuses: %s is no tile, and the service is left alone for a while', async (_name, answer) => {
  respond = (response) => answer(response);
  const read = open();
  expect(await read(place)).toBeUndefined();
  respond = (response) => response.end(pictures.png);
  expect(await read(place)).toBeUndefined();
  expect(asked).toHaveLength(1);
  expect(failures).toHaveLength(1);
  time = 10_000;
  expect(await read(place)).toMatchObject({ type: 'image/png' });
});

test('refuses: to wait for a service that does not answer', async () => {
  respond = () => undefined;
  const begun = performance.now();
  expect(await open()(place)).toBeUndefined();
  expect(performance.now() - begun).toBeLessThan(8_000);
  expect(failures).toHaveLength(1);
  server.closeAllConnections();
}, 12_000);

test('refuses: more a minute than the service allows, and more than some at one time', async () => {
  const few = open(3);
  const row = Array.from({ length: 5 }, (_, x) => few({ z: 3, x, y: 0 }));
  expect((await Promise.all(row)).filter((tile) => tile === undefined)).toHaveLength(2);
  expect(asked).toHaveLength(3);
  time = 60_000;
  expect(await few({ z: 3, x: 4, y: 0 })).toBeDefined();
  asked = [];
  const many = open(1_000);
  await Promise.all(Array.from({ length: 40 }, (_, x) => many({ z: 6, x, y: 0 })));
  expect(asked).toHaveLength(24);
});

test('behavior: what it has nothing of is no failure', async () => {
  respond = (response) => response.writeHead(404).end();
  const read = open();
  expect(await read(place)).toBeUndefined();
  expect(failures).toEqual([]);
  respond = (response) => response.end(pictures.png);
  expect(await read(place)).toBeDefined();
});

test.each<Kind>(['png', 'jpeg', 'webp'])(
  'behavior: a %s, told by its bytes; asked for once',
  async (kind) => {
    respond = (response) => response.setHeader('content-type', 'text/html').end(pictures[kind]);
    const read = open();
    const both = await Promise.all([read(place), read(place)]);
    expect(both).toEqual(Array(2).fill({ bytes: pictures[kind], type: `image/${kind}` }));
    expect(await read(place)).toEqual(both[0]);
    expect(asked.map((request) => request.url)).toEqual(['/3/2/5.png?key=1']);
    expect(asked[0]?.headers['user-agent']).toBe('Openmere');
  },
);

test('behavior: what is kept has a bound; the tile that nobody asked for the longest goes first', async () => {
  const large = Buffer.concat([pictures.png, Buffer.alloc(500_000)]);
  respond = (response) => response.end(large);
  const read = open(1_000);
  const at = (x: number) => read({ z: 10, x, y: 0 });
  for (let x = 0; x < 120; x += 1) {
    await at(x);
    await at(0);
  }
  asked = [];
  await at(0);
  await at(119);
  expect(asked).toHaveLength(0);
  await at(1);
  expect(asked).toHaveLength(1);
}, 20_000);

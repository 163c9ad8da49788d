import { locales } from '@openmere/core/kit/language.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import type { GeocodeAnswer } from './geocode.ts';
import type { OutsideGeocoder } from './outside.ts';

let app: TestApp;
let token: string;
/** The service outside, as each test wants it. */
let askOutside: OutsideGeocoder | undefined;
beforeAll(async () => {
  app = await openTestApp({ askOutside: async (...asked) => askOutside?.(...asked) });
  token = await app.session((await addMember(app)).id);
  // The list is packed once, by a process of its own.
  await app.post('member', 'Ctrls/Places', { name: 'Berlin' }, { token });
}, 60_000);
afterAll(() => app.close());

const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
  app.post('member', path, body, { token, headers });
const find = async (body: object, headers?: Record<string, string>): Promise<GeocodeAnswer> =>
  (await ask('Ctrls/Geocode', body, headers)).envelope.data as GeocodeAnswer;
const names = async (name: string, language: Locale = 'en') =>
  ((await ask('Ctrls/Places', { name }, { lang: String(locales.indexOf(language)) })).envelope.list ??
    []) as {
    name: string;
    country: string;
  }[];

test('refuses: visitors, and what is no place on Earth', async () => {
  expect((await app.post('member', 'Ctrls/Geocode', { location: '1,1' })).envelope.code).toBe('notlogin');
  for (const location of ['', '91,0', '1', 'http://127.0.0.1/', '1,1&key=x'])
    expect(reasonIn(await ask('Ctrls/Geocode', { location }))).toBe('request.invalid');
  expect(reasonIn(await ask('Ctrls/Geocode', { location: '1,1'.repeat(40) }))).toBe('request.toolong');
  expect(reasonIn(await ask('Ctrls/Places', { name: 'x' }))).toBe('request.invalid');
});

test('behavior: a point says which town it is near to, and how far; nothing on the open sea', async () => {
  askOutside = undefined;
  const near = await find({ location: '38.7223,-9.1393' });
  expect(near).toMatchObject({ kind: 'near', country: 'PT', location: '38.7223,-9.1393' });
  expect(near.address).toMatch(/, Portugal$/);
  expect(near.distancekm).toBeLessThan(5);
  const town = await find({ location: '38.7223,-9.1393', format: 'town' });
  expect(`${town.address}, Portugal`).toBe(near.address);
  expect(await find({ location: '-40,-120' })).toEqual({
    location: '-40,-120',
    address: '',
    country: null,
    kind: 'none',
    distancekm: null,
    credit: '',
  });
});

test('behavior: an address of the service outside is preferred; the list answers where it has none', async () => {
  askOutside = () =>
    Promise.resolve({ address: 'Rua Um 1, Lisboa', town: undefined, country: 'PT', credit: '© Mapmakers' });
  expect(await find({ location: '38.7223,-9.1393' })).toMatchObject({
    kind: 'address',
    address: 'Rua Um 1, Lisboa',
    country: 'PT',
    distancekm: null,
    credit: '© Mapmakers',
  });
  expect(await find({ location: '38.7223,-9.1393', format: 'town' })).toMatchObject({ kind: 'near' });
  askOutside = () => Promise.resolve(undefined);
  expect(await find({ location: '38.7223,-9.1393' })).toMatchObject({ kind: 'near', country: 'PT' });
});

test('behavior: towns by name, the largest first, marks and capitals or not', async () => {
  const [first] = await names('sao pau');
  expect(first).toMatchObject({ name: 'São Paulo', country: 'Brazil' });
  expect((await names('Đà N'))[0]).toMatchObject({ name: 'Da Nang', country: 'Vietnam' });
  expect((await names('Berlin'))[0]).toMatchObject({ name: 'Berlin', country: 'Germany' });
  expect(await names('qqqq')).toEqual([]);
  expect((await names('san')).length).toBe(8);
  expect(await names('\n')).toEqual([]);
});

test('behavior: a country by its name in the reader’s language gives its largest towns', async () => {
  expect((await names('日本', 'ja'))[0]).toEqual(expect.objectContaining({ name: 'Tokyo', country: '日本' }));
  expect((await names('태국', 'ko')).map(({ name }) => name)).toContain('Bangkok');
});

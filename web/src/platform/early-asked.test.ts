// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, Unreachable, wireSession } from './api-client.ts';
import { askEarly } from './early-asked.ts';

const asked: { path: string; token: string | null; lang: string | null }[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  asked.length = 0;
  answer = async () => Response.json({ success: true, code: 'ok', msg: '', data: { first: true } });
  vi.stubGlobal('fetch', (path: string, { headers }: RequestInit) => {
    const given = new Headers(headers);
    asked.push({ path, token: given.get('Token'), lang: given.get('Lang') });
    return answer();
  });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  wireSession({ token: () => 'mine', ended: () => undefined });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const balance = () => call('Users/Balance', {});

test('behavior: what was asked early is not asked again, as the member and in their language', async () => {
  askEarly(['Users/Balance'], 'ja', 'mine');
  await expect(balance()).resolves.toEqual({ first: true });
  expect(asked).toEqual([{ path: '/Users/Balance', token: 'mine', lang: '4' }]);
});

test('behavior: an early answer is given once', async () => {
  askEarly(['Users/Balance'], 'en', 'mine');
  await balance();
  await balance();
  expect(asked).toHaveLength(2);
});

test('refuses: an early answer to another session, another question, or one that nobody fetched in time', async () => {
  askEarly(['Users/Balance', 'trade/Kline'], 'en', 'another');
  await balance();
  askEarly(['Users/Balance', 'trade/Kline'], 'en', 'mine');
  await call('trade/Kline', { interval: '1d' });
  vi.runAllTimers();
  await balance();
  expect(asked).toHaveLength(4 + 3);
});

test('behavior: an early question that found no network is told as any other, and can be asked again', async () => {
  answer = () => Promise.reject(new TypeError('no network'));
  askEarly(['Users/Balance'], 'en', 'mine');
  await expect(balance()).rejects.toBeInstanceOf(Unreachable);
  answer = async () => Response.json({ success: true, code: 'ok', msg: '', data: { second: true } });
  await expect(balance()).resolves.toEqual({ second: true });
});

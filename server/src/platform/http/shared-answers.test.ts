import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { NotAnswered } from './failure.ts';
import { SharedAnswers } from './shared-answers.ts';

const bytesOf = (text: string, made: string[]) => async (): Promise<Buffer> => {
  made.push(text);
  await wait(1);
  return Buffer.from(text);
};

test('refuses: more than so many who wait for answers that must be made first, at once', async () => {
  const shared = new SharedAnswers();
  const all = Array.from({ length: 250 }, (_, index) => shared.get(`${index}`, 'v', bytesOf(`${index}`, [])));
  const results = await Promise.allSettled(all);
  const refused = results.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(50);
  expect(refused.every(({ reason }) => reason instanceof NotAnswered && reason.status === 503)).toBe(true);
  expect((await shared.get('249', 'v', bytesOf('later', []))).bytes.toString()).toBe('later');
});

test('refuses: to keep what failed', async () => {
  const shared = new SharedAnswers();
  await expect(shared.get('a', '1', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect((await shared.get('a', '1', bytesOf('there', []))).bytes.toString()).toBe('there');
});

test('behavior: one is made per change, for all who ask meanwhile and after', async () => {
  const shared = new SharedAnswers();
  const made: string[] = [];
  const ask = (version: string) => shared.get('a', version, bytesOf(version, made));
  const first = await Promise.all(Array.from({ length: 100 }, () => ask('1')));
  expect(new Set(first).size).toBe(1);
  expect(await ask('1')).toBe(first[0]);
  const second = await Promise.all(Array.from({ length: 100 }, () => ask('2')));
  expect(second[0]?.bytes.toString()).toBe('2');
  expect(made).toEqual(['1', '2']);
});

test('behavior: what was not asked for longest is forgotten, so that memory has an end', async () => {
  const shared = new SharedAnswers();
  const made: string[] = [];
  const large = (key: string) => async (): Promise<Buffer> => {
    made.push(key);
    return Buffer.alloc(1024 * 1024);
  };
  for (let index = 0; index < 40; index += 1) {
    await shared.get('kept', '1', large('kept'));
    await shared.get(`${index}`, '1', large(`${index}`));
  }
  await shared.get('39', '1', large('39'));
  expect(made.filter((key) => key === 'kept' || key === '39')).toEqual(['kept', '39']);
  await shared.get('0', '1', large('0'));
  expect(made.filter((key) => key === '0')).toHaveLength(2);
});

test('behavior: an answer is compressed once for all who take it so, and never for who does not', async () => {
  const shared = new SharedAnswers();
  const text = JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ index, price: '1.000000' })));
  const answer = await shared.get('a', '1', bytesOf(text, []));
  expect(answer.encodingFor('gzip, deflate, br, zstd')).toBe('br');
  expect(answer.encodingFor('deflate, gzip')).toBe('gzip');
  for (const accepted of [undefined, '', 'identity', 'br;q=0, zstd', 'brx'])
    expect(answer.encodingFor(accepted)).toBe(undefined);
  const small = await shared.get('small', '1', bytesOf('{}', []));
  expect(small.encodingFor('br')).toBe(undefined);
  const [first, second] = await Promise.all([answer.packed('br'), answer.packed('br')]);
  expect(second).toBe(first);
  expect(brotliDecompressSync(first).toString()).toBe(text);
  expect(first.length).toBeLessThan(text.length / 4);
  expect(gunzipSync(await answer.packed('gzip')).toString()).toBe(text);
});

import { expect, test } from 'vitest';
import { readPastedCode, readPastedHash } from './pasted.ts';

const hash = `0x${'ab'.repeat(32)}`;

test('refuses: what holds no code and no hash stays as it is', () => {
  for (const text of ['', ' 6MV-GA1', 'https://app.example/?other=6MVGA1', 'invcode=6MVGA1'])
    expect(readPastedCode(text)).toBe(text);
  for (const text of ['0x12', `${hash}0`, `1${hash}`]) expect(readPastedHash(text)).toBe(text);
});

test('behavior: a code is read out of its link, a hash out of an explorer’s', () => {
  expect(readPastedCode('https://app.example/?invcode=6MVGA1')).toBe('6MVGA1');
  expect(readPastedCode(' https://app.example/#/pages/home/home?a=1&invcode=6MVGA1 ')).toBe('6MVGA1');
  expect(readPastedHash(`https://scan.example/tx/${hash}#eventlog`)).toBe(hash);
  expect(readPastedHash(` ${hash} `)).toBe(hash);
});

import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSignerJournal } from './journal.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'journal-'));
});
afterAll(() => rm(dir, { recursive: true }));

const entry = (id: string, nonce: number) => ({ id, nonce, hash: `0x${nonce}` });

test('behavior: what was signed is still known after a restart, once each, and a torn line is forgotten', async () => {
  const path = join(dir, 'signer-journal.jsonl');
  const first = await openSignerJournal(path);
  await first.add([entry('wdr_1', 1), entry('wdr_2', 2)]);
  await first.add([entry('wdr_2', 2), entry('wdr_3', 3)]);
  await appendFile(path, '{"id":"wdr_4","no');
  const again = await openSignerJournal(path);
  expect(again.size).toBe(3);
  expect(again.find('wdr_2')).toEqual(entry('wdr_2', 2));
  expect(again.find('wdr_4')).toBeUndefined();
  await again.add([entry('wdr_5', 5)]);
  expect((await openSignerJournal(path)).find('wdr_5')).toEqual(entry('wdr_5', 5));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

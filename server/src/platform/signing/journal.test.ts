import { appendFile, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
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

test('behavior: what several signed at once is on disk once each, also after a disk that failed in the middle', async () => {
  const home = await mkdtemp(join(dir, 'home-'));
  const path = join(home, 'signer-journal.jsonl');
  const journal = await openSignerJournal(path);
  const entries = Array.from({ length: 60 }, (_, index) => entry(`wdr_${index}`, index));
  await Promise.all(entries.slice(0, 20).map((one) => journal.add([one])));
  await rename(home, `${home}-gone`);
  const failed = await Promise.allSettled(entries.slice(20, 40).map((one) => journal.add([one])));
  expect(failed.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'rejected'));
  await expect(journal.add([])).rejects.toThrow();
  await rename(`${home}-gone`, home);
  await Promise.all(entries.slice(40).map((one) => journal.add([one])));
  const ids = [...(await readFile(path, 'utf8')).matchAll(/"id":"(wdr_\d+)"/g)].map(([, id]) => id);
  expect(ids.toSorted()).toEqual(entries.map(({ id }) => id).toSorted());
});

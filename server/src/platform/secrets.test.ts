import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Fault } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { beforeAll, expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { fingerprint, isSealedWith, open, seal, unlockSecrets } from './secrets-box.ts';

const key = (fill: number) => new Uint8Array(32).fill(fill);
const unlock = (fill: number) =>
  unlockSecrets({ fieldKey: key(fill), pepper: key(fill), cursorKey: key(fill) });

beforeAll(() => unlock(1));

test('refuses: to work with short keys', () => {
  expect(() => unlockSecrets({ fieldKey: new Uint8Array(16), pepper: key(1), cursorKey: key(1) })).toThrow(
    /32 bytes/,
  );
});

test('refuses: sealed texts that were changed anywhere, cut, or sealed under another key', () => {
  const sealed = Buffer.from(seal('bob@x.example'), 'base64');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => open(changed.toString('base64'))).toThrow(Fault);
  }
  for (const length of [0, 1, 28, sealed.length - 1]) {
    expect(() => open(sealed.subarray(0, length).toString('base64'))).toThrow(Fault);
  }
  unlock(9);
  expect(() => open(sealed.toString('base64'))).toThrow(Fault);
  // By a key that is named, whatever the process has.
  const keys = [1, 9].map(key);
  expect(keys.map((fieldKey) => isSealedWith(fieldKey, sealed.toString('base64')))).toEqual([true, false]);
  unlock(1);
});

test('refuses: cursors that were made up, changed, or belong to another list', () => {
  const cursor = encodeCursor('deposits mem_1', ['2026-01-01', 7, null]);
  const bad = [
    '',
    '.',
    'x.y',
    cursor.slice(1),
    `${cursor}x`,
    cursor.replace('.', 'A.'),
    encodeCursor('deposits mem_2', [1]),
  ];
  for (const text of bad) expect(() => decodeCursor('deposits mem_1', text), text).toThrow(Refusal);
  expect(decodeCursor('deposits mem_1', cursor)).toEqual(['2026-01-01', 7, null]);
  expect(decodeCursor('deposits mem_1', undefined)).toBeUndefined();
});

test('property: what is sealed opens again, never looks the same twice, and does not show', () => {
  for (const text of ['', 'a', 'täglich 密码 🔑', 'x'.repeat(10_000)]) {
    const [one, two] = [seal(text), seal(text)];
    expect(open(one)).toBe(text);
    expect(one).not.toBe(two);
    if (text.length > 5) expect(Buffer.from(one, 'base64').includes(Buffer.from(text))).toBe(false);
  }
});

test('behavior: fingerprints are stable and keyed', () => {
  const first = fingerprint('bob');
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(fingerprint('bob')).toBe(first);
  unlock(2);
  expect(fingerprint('bob')).not.toBe(first);
  unlock(1);
});

test('behavior: passwords are argon2id, byte-exact, and an account without one takes the same work', async () => {
  const stored = await hashPassword('Pässword 1 ');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(stored, 'Pässword 1 ')).toBe(true);
  expect(await verifyPassword(stored, 'Pässword 1')).toBe(false);
  expect(await verifyPassword(undefined, 'no account has this password')).toBe(false);
});

test('refuses: "try again" at once to whom the line has no room for; the others are answered', async () => {
  const stored = await hashPassword('abc123');
  const answers = await Promise.allSettled(
    Array.from({ length: 80 }, () => verifyPassword(stored, 'abc123')),
  );
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused).toHaveLength(29);
  expect(
    refused.every((answer) => answer.reason instanceof Fault && answer.reason.code === 'password.busy'),
  ).toBe(true);
  expect(answers.filter((answer) => answer.status === 'fulfilled' && answer.value)).toHaveLength(51);
});

test('behavior: payment passwords wait for no login, and hashes never hold the event loop', async () => {
  const stored = await hashPassword('abc123');
  let logins = 0;
  const flood = Array.from({ length: 51 }, () => verifyPassword(stored, 'x').then(() => (logins += 1)));
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  for (let payment = 1; payment <= 8; payment += 1) {
    expect(await verifyPassword(stored, 'abc123', 'money')).toBe(true);
    // One login at a time runs beside: so many as payments, give or take how the threads are scheduled.
    expect(logins).toBeLessThanOrEqual(payment * 3);
  }
  lag.disable();
  const hashes = logins + 8;
  await Promise.all(flood);
  // Were they made on the loop, it would have stood still for most of the time.
  expect(lag.percentile(50) / 1e6).toBeLessThan(lag.count === 0 ? 0 : 10);
  expect(hashes).toBeGreaterThan(8);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanAuth } from './clean.ts';
import { newWallet, openDoor, reasonOf } from './test-door.ts';
import type { Door } from './test-door.ts';

let door: Door;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.close());

test('behavior: removes what has ended and keeps what is alive', async () => {
  const person = await door.register('clean@example.org');
  const emailcode = await door.codeFor('clean@example.org', 'login');
  await door.call('Users/getsign', { purpose: 'login', address: newWallet().address });
  expect(await cleanAuth(door.db, door.now())).toBe(0);
  expect(reasonOf(await door.call('Users/LoginMail', { email: 'clean@example.org', emailcode }))).toBe('ok');
  const later = (days: number): Date => new Date(door.now().getTime() + days * 24 * 3_600_000);
  // Two codes, one message, one counting row.
  expect(await cleanAuth(door.db, later(2))).toBe(4);
  expect(reasonOf(await door.call('Users/Info', {}, { token: person.token }))).toBe('ok');
  // Both sessions, 90 days after their 30.
  expect(await cleanAuth(door.db, later(121))).toBe(2);
});

import type { OutputOf } from '@openmere/core/calls.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockOutboundFor } from '../ledger/outbound.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addPerson, moveClock } from '../test/orders.ts';
import { RIGHT_PAYPASSWORD } from '../test/people.ts';

const HOUR_MS = 3_600_000;
/** So long the offset may be believed. */
const KEPT_MS = 250;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

test('behavior: on a chain that was moved ahead, what is left of a lock is what the server makes one wait', async () => {
  const anna = await addPerson(app, { coins: 100 });
  const until = await inTransaction(app.owner, (tx) => lockOutboundFor(tx, anna.id, 24));
  const secondsLeft = async (): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, KEPT_MS));
    const { data } = await anna.ask<OutputOf<'Ctrls/gettime'>>('Ctrls/gettime');
    expect(Math.abs(data.time - Date.now())).toBeLessThan(5_000);
    return (until.getTime() - data.business) / 1_000;
  };
  const withdraw = async () =>
    (
      await anna.ask('Wallet/Withdraw', {
        requestId: crypto.randomUUID(),
        coinid: 'USDT',
        amount: '20',
        paypassword: await app.seal('Wallet/Withdraw', RIGHT_PAYPASSWORD),
      })
    ).reason;
  const lock = async () => (await anna.ask<OutputOf<'Users/Info'>>('Users/Info')).data.lockeduntil;
  expect(Math.round((await secondsLeft()) / 60)).toBe(24 * 60);
  await moveClock(app, 23 * HOUR_MS);
  expect(Math.round((await secondsLeft()) / 60)).toBe(60);
  expect([await withdraw(), await lock()]).toEqual(['ledger.locked', until.toISOString()]);
  await moveClock(app, HOUR_MS);
  expect(await secondsLeft()).toBeLessThanOrEqual(0);
  expect([await withdraw(), await lock()]).toEqual(['ok', null]);
});

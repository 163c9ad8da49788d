import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putTotp } from '../auth/second-factor/factor-store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { newTotpSecret } from '../platform/totp.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addPerson } from '../test/orders.ts';
import { RIGHT_PAYPASSWORD } from '../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

test('property: copies of one request that run beside each other hear of the same withdrawal, also with a code that is taken once', async () => {
  const person = await addPerson(app, { coins: 1000 });
  const secret = newTotpSecret();
  await inTransaction(app.db, (tx) =>
    putTotp(tx, { memberId: person.id, secret, now: new Date(), step: 1n }),
  );
  const ask = async (requestId: string, totp: string) => {
    const paypassword = await app.seal('Wallet/Withdraw', RIGHT_PAYPASSWORD);
    return person.ask<{ id: string }>('Wallet/Withdraw', {
      coinid: 'USDT',
      amount: '20',
      requestId,
      totp,
      paypassword,
    });
  };
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const requestId = randomUUID();
  const answers = await Promise.all([ask(requestId, totp), ask(requestId, totp), ask(requestId, totp)]);
  expect(answers.map(({ reason }) => reason)).toEqual(['ok', 'ok', 'ok']);
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  const { rows } = await sql`select id from withdrawal where member_id = ${person.id}`.execute(app.db);
  expect(rows).toHaveLength(1);
  // Another request needs another code.
  expect((await ask(randomUUID(), totp)).reason).toBe('auth.badtotp');
});

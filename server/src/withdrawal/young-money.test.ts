import { randomUUID } from 'node:crypto';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { availableAccount, heldAccount } from '@openmere/core/ledger/account.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postEntry } from '../ledger/post.ts';
import type { Flow } from '../ledger/recent-flows.ts';
import type { MemberActor } from '../platform/actor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { addPast, request } from '../test/withdrawals.ts';
import { replayYoung, sumYoungMoney } from './young-money-store.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const move = (source: AccountName, destination: AccountName, coins: number) =>
  inTransaction(context.db, (tx) =>
    postEntry(tx, {
      key: randomUUID(),
      kind: 'test-move',
      reference: 'test',
      actor: 'system:test',
      postings: [{ source, destination, asset: 'USDT', amount: BigInt(coins) * oneCoin }],
    }),
  );
const deposit = (to: MemberActor, coins: number) => move('treasury:bsc', availableAccount(to.id), coins);
/** A member with money that did not come from outside just now. */
async function addOld(coins: number): Promise<MemberActor> {
  const member = await addMember(context);
  await addPast(context, member);
  if (coins > 0) await move('world', availableAccount(member.id), coins);
  return member;
}
const send = (from: MemberActor, to: MemberActor, coins: number) =>
  move(availableAccount(from.id), availableAccount(to.id), coins);
const young = async (member: MemberActor, hours = 1): Promise<bigint> =>
  (await inTransaction(context.db, (tx) => sumYoungMoney(tx, member.id, 'USDT', hours))) / oneCoin;

describe('the age of money', () => {
  test('refuses: to let a transfer, or many in a row, make a deposit older', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => addOld(100)));
    const [first, ...others] = people;
    if (first === undefined) throw new Error('five people');
    await deposit(first, 60);
    let from = first;
    for (const to of others) {
      await send(from, to, 50);
      expect(await young(to)).toBe(50n);
      from = to;
    }
    expect(await young(first)).toBe(10n);
    // Round and back: neither doubled nor lost.
    await send(from, first, 50);
    expect(await young(first)).toBe(60n);
    expect(await young(from)).toBe(0n);
  });

  test('refuses: a withdrawal by rule of what came in just now through somebody else', async () => {
    const giver = await addOld(0);
    const taker = await addOld(40);
    await deposit(giver, 500);
    await send(giver, taker, 400);
    const record = await request(context, taker, '100');
    expect(record.checks.find(({ check }) => check === 'depositage')).toMatchObject({
      result: 'held',
      // 440 available, 40 of them old.
      detail: expect.stringContaining('60.00 USDT') as string,
    });
  });

  test('refuses: to let an order at another member’s shop make a deposit older', async () => {
    const [buyer, shop] = [await addOld(0), await addOld(20)];
    await deposit(buyer, 100);
    await move(availableAccount(buyer.id), heldAccount(buyer.id), 100);
    expect(await young(buyer)).toBe(0n);
    await move(heldAccount(buyer.id), availableAccount(shop.id), 95);
    await move(heldAccount(buyer.id), 'fee:mall', 5);
    expect(await young(shop)).toBe(95n);
    expect(await young(buyer)).toBe(0n);
  });

  test('behavior: what was held and comes back is as young as before; what was paid out is gone', async () => {
    const member = await addOld(100);
    await deposit(member, 60);
    await move(availableAccount(member.id), heldAccount(member.id), 80);
    await move(heldAccount(member.id), availableAccount(member.id), 80);
    expect(await young(member)).toBe(60n);
    await move(availableAccount(member.id), heldAccount(member.id), 60);
    await move(heldAccount(member.id), 'treasury:bsc', 60);
    await move(availableAccount(member.id), heldAccount(member.id), 40);
    await move(heldAccount(member.id), availableAccount(member.id), 40);
    expect(await young(member)).toBe(0n);
  });

  test('behavior: old money stays old in other hands, and fees, pools and holds make nothing young', async () => {
    const giver = await addOld(500);
    const taker = await addOld(20);
    await send(giver, taker, 400);
    await move(availableAccount(taker.id), heldAccount(taker.id), 5);
    await move(heldAccount(taker.id), availableAccount(taker.id), 5);
    expect(await young(taker)).toBe(0n);
    const record = await request(context, taker, '100');
    expect(record.checks.find(({ check }) => check === 'depositage')?.result).toBe('pass');
  });

  test('behavior: who has received more than can be followed is taken for young', async () => {
    const taker = await addOld(0);
    const giver = await addOld(5_000);
    await inTransaction(context.db, async (tx) => {
      for (let count = 0; count < 21; count += 1) {
        await postEntry(tx, {
          key: randomUUID(),
          kind: 'test-move',
          reference: 'test',
          actor: 'system:test',
          postings: [
            {
              source: availableAccount(giver.id),
              destination: availableAccount(taker.id),
              asset: 'USDT',
              amount: oneCoin,
            },
          ],
        });
      }
    });
    expect(await young(taker)).toBe(0n);
    const followed = await inTransaction(context.db, (tx) => sumYoungMoney(tx, taker.id, 'USDT', 1, 20));
    expect(followed).toBe(21n * oneCoin);
  });

  test('property: young money is made by deposits only, is never negative, and is all there in all hands together', () => {
    const names = ['a', 'b', 'c', 'd'].map((id) => availableAccount(id));
    const anyFlow = fc.record({
      source: fc.constantFrom<AccountName>(...names, 'treasury:bsc', 'pool:yield'),
      destination: fc.constantFrom<AccountName>(...names, 'fee:transfer'),
      amount: fc.bigInt({ min: 1n, max: 50n }),
    });
    fc.assert(
      fc.property(fc.array(anyFlow, { maxLength: 60 }), (list) => {
        const flows: Flow[] = list
          .filter(({ source, destination }) => source !== destination)
          .map((flow, index) => ({ ...flow, row: BigInt(index), time: new Date(0) }));
        const sums = names.map((name) => replayYoung(flows, name));
        const isPaidIn = ({ source, destination }: Flow): boolean =>
          source === 'treasury:bsc' && destination !== 'fee:transfer';
        const paidIn = flows.filter(isPaidIn).reduce((sum, { amount }) => sum + amount, 0n);
        expect(sums.every((sum) => sum >= 0n)).toBe(true);
        expect(sums.reduce((sum, one) => sum + one, 0n)).toBe(paidIn);
      }),
    );
  });
});

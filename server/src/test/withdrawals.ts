import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PaypasswordDeps } from '../auth/check-paypassword.ts';
import type { FactorDeps } from '../auth/second-factor/check.ts';
import type { MemberActor } from '../platform/actor.ts';
import { TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { requestWithdrawal } from '../withdrawal/request.ts';
import type { RequestDeps } from '../withdrawal/request.ts';
import type { TestContext } from './context.ts';
import { newWallet, RIGHT_PAYPASSWORD } from './people.ts';

/** Counting of wrong tries is proved in auth; races here must reach the ledger. */
export const uncounted: PaypasswordDeps = {
  attempts: { reserve: () => Promise.resolve(), settle: () => Promise.resolve() },
};
const never = (): Promise<never> => Promise.reject(new Error('not counted here'));
/** Nobody has a second factor here, so no try of one is ever counted; second-factor/totp.test.ts has those who do. */
const unasked: FactorDeps = {
  guards: {
    pots: { take: never, count: never, takeIfRoom: never, giveBack: never, levelOf: never, payFor: never },
  },
  signing: { origin: 'http://127.0.0.1' },
};
export const requestDeps: RequestDeps = { paypassword: uncounted, factor: unasked, chainId: TEST_CHAIN_ID };

/** A withdrawal that passed long ago, so that the next one is nobody's first. Written beside the triggers. */
export async function addPast(
  context: TestContext,
  member: MemberActor,
  coins = 1000,
  asset = 'USDT',
): Promise<void> {
  const id = newId('wdr');
  const amount = BigInt(coins) * 10n ** 18n;
  await inTransaction(context.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into withdrawal (id, payout_id, member_id, family_id, request_id, coin_id, chain_id, amount, fee, received,
        minimum, multiple, address, status, decider, score, checks, requested_at, status_at, paid_tx, paid_block)
      values (${id}, ${`0x${id
        .slice(-26)
        .padStart(64, '0')
        .replace(/[^0-9a-f]/g, '0')}`}, ${member.id}, ${member.family},
        ${randomUUID()}, ${asset}, ${TEST_CHAIN_ID}, ${amount}, 0, ${amount}, 1, 1, ${newWallet()}, 'confirmed', 'operator', 0,
        '[]', now() - interval '40 days', now() - interval '40 days', ${`0x${'1'.repeat(64)}`}, 1)`.execute(
      tx,
    );
  });
}

/** Asks for a withdrawal as the member's app does. */
export function request(
  context: TestContext,
  member: MemberActor,
  amount: string,
  requestId: string = randomUUID(),
  coinid = 'USDT',
  fee?: string,
) {
  const input = { requestId, coinid, amount, paypassword: RIGHT_PAYPASSWORD, fee };
  return inTransaction(context.db, (tx) =>
    requestWithdrawal({ tx, now: new Date(), actor: member, ...requestDeps }, input),
  );
}

/** Does `work` for each, at most `size` at a time: pools and queues of a process are bounded. */
export async function inChunks<T, R>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size) {
    results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
  }
  return results;
}

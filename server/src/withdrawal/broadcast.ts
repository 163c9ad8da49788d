import { Fault } from '@openmere/core/kit/fault.ts';
import { readHalt } from '../ledger/halt.ts';
import { eachAtOnce } from '../platform/at-once.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Log } from '../platform/log.ts';
import { Rows } from '../platform/rows.ts';
import { failpoint } from '../platform/signing/failpoint.ts';
import { announceStatus } from './announce.ts';
import type { PayoutChain, SendAnswer } from './payout-chain.ts';
import type { Undelivered } from './payout-store.ts';
import { listUndelivered, noteSend } from './payout-store.ts';
import { moveWithdrawal } from './withdrawal-store.ts';

export type DeliveryDeps = { db: Db; chain: PayoutChain; log: Log };

/**
 * Sends under way at once. A node answers when it has written the bytes down, and what waits after an outage must leave within a
 * minute; a node keeps at least 64 of one payer's transactions whose turn by nonce has not come.
 */
const SENDS_AT_ONCE = 16;
/** Sends in a row without an answer after which no other is begun: the node does not answer at all. */
const FAILURES_MAX = 3;
/** Sends in a row without success after which people are called. */
const ALARM_SENDS = 10;

/**
 * Hands stored bytes to the chain, lowest nonce first, several at once; never makes bytes. Runs in one process at a time (the
 * job's leader lock); running twice would only send the same bytes twice. A send without an answer (the node may have taken it
 * all the same) does not keep the others waiting, nor does one that cannot be recorded; it is tried again in the next run.
 * @returns how many were handed over.
 */
export async function broadcastPayouts(
  ctx: DeliveryDeps & { signal?: AbortSignal | undefined },
): Promise<number> {
  const { signal } = ctx;
  let sent = 0;
  let failures = 0;
  let failure: Fault | undefined;
  const rows = new Rows();
  const isOver = async () => signal?.aborted || failures >= FAILURES_MAX || (await readHalt(ctx.db));
  const sendItem = async (item: Undelivered): Promise<void> => {
    if (await isOver()) return;
    failpoint('send:before');
    let answer: SendAnswer;
    try {
      answer = await ctx.chain.send(item.raw as Hex);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      failures += 1;
      failure = error;
      ctx.log.warn({ withdrawal: item.withdrawal_id, error }, 'payout not sent, tried again');
      return;
    }
    // One time-out is that payout's; several in a row are the node's.
    failures = 0;
    failpoint('send:after');
    await recordSend(ctx, item, answer);
    failpoint('record:after');
    if (answer.kind === 'accepted') sent += 1;
  };
  await eachAtOnce(await listUndelivered(ctx.db), SENDS_AT_ONCE, async (item) =>
    rows.attempt(item.withdrawal_id, () => sendItem(item)),
  );
  rows.end();
  if (failure && sent === 0) throw failure;
  return sent;
}

/** "Already known" and "underpriced beside our own earlier attempt" mean that the chain has it; "nonce too low" is judged by receipts. */
async function recordSend(deps: DeliveryDeps, item: Undelivered, answer: SendAnswer): Promise<void> {
  const taken =
    answer.kind === 'accepted' ||
    answer.kind === 'known' ||
    (answer.kind === 'underpriced' && item.attempt > 0);
  const problem = taken || answer.kind === 'toolow' ? null : answer.message.slice(0, 500);
  const sends = await inTransaction(deps.db, async (tx) => {
    const count = await noteSend(tx, item, problem);
    if (taken) await markSent({ tx }, item);
    return count;
  });
  if (problem !== null) {
    const level = sends >= ALARM_SENDS ? 'error' : 'warn';
    deps.log[level]({ withdrawal: item.withdrawal_id, sends, problem }, 'payout not taken by the node');
  }
}

/** `sending` → `sent`, once; the chain may already have confirmed it. */
export async function markSent(
  ctx: Pick<Ctx, 'tx'>,
  item: { withdrawal_id: string; member_id: string; deposit_id: string | null; tx_hash: string },
): Promise<void> {
  const { tx } = ctx;
  if (await moveWithdrawal(tx, { id: item.withdrawal_id, from: ['sending'] }, { status: 'sent' })) {
    const { withdrawal_id: id, member_id, deposit_id, tx_hash } = item;
    await announceStatus(tx, { id, member_id, deposit_id }, 'sent', tx_hash);
  }
}

import { COLD_ACCOUNT, RESERVE_ACCOUNT } from '@openmere/core/chain/reserve-account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { Posting } from '@openmere/core/ledger/entry.ts';
import type { Amount } from '@openmere/core/money/amount.ts';
import { COLD_RETURN } from '../deposit/book.ts';
import { listDepositsOfTransaction } from '../deposit/store.ts';
import { treasuryKinds } from '../deposit/treasury-senders.ts';
import { findEntryByKey } from '../ledger/entries.ts';
import type { Orphan } from '../platform/chain/fork-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { ReadCtx } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** Bears what was booked from blocks that are no longer the chain's; negative while money is missing. */
export const REORG_ACCOUNT: AccountName = 'suspense:reorg';

/** Money of an orphaned log, as it was booked, and the postings that undo it while the log is gone. */
export type Loss = {
  memberId: string | null;
  coin: string;
  amount: Amount;
  direction: 'in' | 'out' | 'inside';
  parts: { source: AccountName; destination: AccountName; amount: Amount }[];
};
export type FindPayment = (
  db: Db | Tx,
  txHash: Hex,
) => Promise<{ memberId: string; coin: string; received: Amount } | undefined>;

/** A new signature for a payout that is gone and whose nonce was used since: how far it is, and that two want it. */
export type PayoutsAgain = {
  find: (
    db: Db | Tx,
    txHash: Hex,
  ) => Promise<
    ({ id: string } & ({ kind: 'none' } | { kind: 'proved' | 'asked' | 'signed'; takenBy: Hex })) | undefined
  >;
  ask: (tx: Tx, id: string, takenBy: Hex, by: { maker: string; checker: string }) => Promise<void>;
};

export type LossDeps = { chainId: number; findPayment: FindPayment; again: PayoutsAgain };

/** Whether money may hang on an orphaned log. */
export const hasMoney = ({ handler }: Orphan): boolean =>
  handler === 'deposit-transfer' || handler === 'withdrawal-paid' || handler === 'reserve-cold';

/** What was booked for an orphaned log; undefined where no money hangs on it (activations, candles, sweeps, shares of fees). */
export async function findLoss(ctx: ReadCtx & LossDeps, orphan: Orphan): Promise<Loss | undefined> {
  const { tx } = ctx;
  if (orphan.handler === 'deposit-transfer') return findArrival(tx, orphan, ctx.chainId);
  if (orphan.handler === 'withdrawal-paid') {
    const payment = await ctx.findPayment(tx, orphan.txHash);
    if (!payment) return undefined;
    const { memberId, coin, received: amount } = payment;
    const parts = [{ source: RESERVE_ACCOUNT, destination: REORG_ACCOUNT, amount }];
    return { memberId, coin, amount, direction: 'out', parts };
  }
  if (orphan.handler !== 'reserve-cold') return undefined;
  const moved = await findPosted(tx, 'reserve-cold', `cold:${logKey(orphan, ctx.chainId)}`);
  if (!moved) return undefined;
  const { coin, amount } = moved;
  const parts = [{ source: RESERVE_ACCOUNT, destination: COLD_ACCOUNT, amount }];
  return { memberId: null, coin, amount, direction: 'inside', parts };
}

async function findArrival(db: Db | Tx, orphan: Orphan, chainId: number): Promise<Loss | undefined> {
  const outOfReserve = (source: AccountName, amount: Amount) => ({
    source,
    destination: RESERVE_ACCOUNT,
    amount,
  });
  const deposits = await listDepositsOfTransaction(db, chainId, orphan.txHash);
  const deposit = deposits.find((one) => one.log_index === orphan.logIndex && one.credited_at !== null);
  if (deposit) {
    const { member_id: memberId, coin_id: coin, amount } = deposit;
    return { memberId, coin, amount, direction: 'in', parts: [outOfReserve(REORG_ACCOUNT, amount)] };
  }
  // A sum stands under the first of its logs; the others have no money of their own.
  for (const kind of ['deposit-stray', 'deposit-dust', ...treasuryKinds]) {
    const came = await findPosted(db, kind, `deposit:${logKey(orphan, chainId)}`);
    if (came)
      return {
        memberId: null,
        coin: came.coin,
        amount: came.amount,
        direction: 'in',
        parts: [outOfReserve(REORG_ACCOUNT, came.amount)],
      };
  }
  const back = await findPosted(db, COLD_RETURN, `deposit:${logKey(orphan, chainId)}`);
  if (!back) return undefined;
  // What never came back lies at the cold address still; the rest was a stray.
  const { coin, amount, toCold } = back;
  const parts = [outOfReserve(COLD_ACCOUNT, toCold), outOfReserve(REORG_ACCOUNT, amount - toCold)];
  const direction = 'inside';
  return { memberId: null, coin, amount, direction, parts: parts.filter((part) => part.amount > 0n) };
}

async function findPosted(
  db: Db | Tx,
  kind: string,
  key: string,
): Promise<{ coin: string; amount: Amount; toCold: Amount } | undefined> {
  const entry = await findEntryByKey(db, { actor: 'system:chain', kind, key });
  const [first] = entry?.postings ?? [];
  // What was divided among several accounts came as one.
  const sumOf = (postings: readonly Posting[] = []): Amount =>
    postings.reduce((sum, posting) => sum + posting.amount, 0n);
  const toCold = entry?.postings.filter(({ destination }) => destination === COLD_ACCOUNT);
  return first && { coin: first.asset, amount: sumOf(entry?.postings), toCold: sumOf(toCold) };
}

function logKey({ txHash, logIndex }: Orphan, chainId: number): string {
  return `${chainId}:${txHash}:${logIndex}`;
}

import { COLD_ACCOUNT, RESERVE_ACCOUNT } from '@openmere/core/chain/reserve-account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { Amount } from '@openmere/core/money/amount.ts';
import { listDepositsOfTransaction } from '../deposit/store.ts';
import { treasuryKinds } from '../deposit/treasury-senders.ts';
import { findEntryByKey } from '../ledger/entries.ts';
import type { Orphan } from '../platform/chain/fork-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { ReadCtx } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** Bears what was booked from blocks that are no longer the chain's; negative while money is missing. */
export const REORG_ACCOUNT: AccountName = 'suspense:reorg';

/** Money of an orphaned log, as it was booked, and the posting that takes it out of the reserve while the log is gone. */
export type Loss = {
  memberId: string | null;
  coin: string;
  amount: Amount;
  direction: 'in' | 'out' | 'inside';
  source: AccountName;
  destination: AccountName;
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

/** What was booked for an orphaned log; undefined where no money hangs on it (activations, candles, sweeps, shares of fees). */
export async function findLoss(ctx: ReadCtx & LossDeps, orphan: Orphan): Promise<Loss | undefined> {
  const { tx } = ctx;
  if (orphan.handler === 'deposit-transfer') return findArrival(tx, orphan, ctx.chainId);
  if (orphan.handler === 'withdrawal-paid') {
    const payment = await ctx.findPayment(tx, orphan.txHash);
    if (!payment) return undefined;
    const { memberId, coin, received: amount } = payment;
    return { memberId, coin, amount, direction: 'out', source: RESERVE_ACCOUNT, destination: REORG_ACCOUNT };
  }
  if (orphan.handler !== 'reserve-cold') return undefined;
  const moved = await findPosted(tx, 'reserve-cold', `cold:${logKey(orphan, ctx.chainId)}`);
  if (!moved) return undefined;
  return {
    ...moved,
    memberId: null,
    direction: 'inside',
    source: RESERVE_ACCOUNT,
    destination: COLD_ACCOUNT,
  };
}

async function findArrival(db: Db | Tx, orphan: Orphan, chainId: number): Promise<Loss | undefined> {
  const way = { direction: 'in', source: REORG_ACCOUNT, destination: RESERVE_ACCOUNT } as const;
  const deposits = await listDepositsOfTransaction(db, chainId, orphan.txHash);
  const deposit = deposits.find((one) => one.log_index === orphan.logIndex && one.credited_at !== null);
  if (deposit) return { memberId: deposit.member_id, coin: deposit.coin_id, amount: deposit.amount, ...way };
  // A sum stands under the first of its logs; the others have no money of their own.
  for (const kind of ['deposit-stray', 'deposit-dust', ...treasuryKinds]) {
    const came = await findPosted(db, kind, `deposit:${logKey(orphan, chainId)}`);
    if (came) return { memberId: null, ...came, ...way };
  }
  return undefined;
}

async function findPosted(
  db: Db | Tx,
  kind: string,
  key: string,
): Promise<{ coin: string; amount: Amount } | undefined> {
  const entry = await findEntryByKey(db, { actor: 'system:chain', kind, key });
  const [first] = entry?.postings ?? [];
  // What was divided among several accounts came as one.
  const amount = entry?.postings.reduce((sum, posting) => sum + posting.amount, 0n) ?? 0n;
  return first && { coin: first.asset, amount };
}

function logKey({ txHash, logIndex }: Orphan, chainId: number): string {
  return `${chainId}:${txHash}:${logIndex}`;
}

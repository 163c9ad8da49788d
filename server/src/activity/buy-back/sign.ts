import { buyBackDomain, buyBackOrderTypes } from '@openmere/core/chain/buy-back-order.ts';
import type { LocalAccount } from 'viem/accounts';
import { readHalt } from '../../ledger/halt.ts';
import type { Hex } from '../../platform/chain/log.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ReadCtx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import type { Db } from '../../platform/db/connect.ts';
import { readSettings } from '../../setting/read.ts';
import { capsIn, checkCaps, tightestCaps } from '../../withdrawal/caps.ts';
import type { Caps } from '../../withdrawal/caps.ts';
import type { PayoutChain } from '../../withdrawal/payout-chain.ts';
import { lockPayer } from '../../withdrawal/payout-store.ts';
import { sumSpent, sumUnconfirmed } from '../../withdrawal/signer-store.ts';
import type { BuyBack } from '../tables.ts';
import { isSetAside } from './money.ts';
import { findOpen, saveSignature } from './store.ts';

export type SignBuyBackDeps = {
  db: Db;
  account: Pick<LocalAccount, 'address' | 'signTypedData'>;
  chainId: number;
  contract: Hex;
  usdt: Hex;
  chain: Pick<PayoutChain, 'holdings' | 'remainingInDay'>;
  /** Of USDT: what the signer signs at most, payouts and buy-backs together, whatever the rest of the house says. */
  caps: Caps;
  /** The time by which orders are dated: that of the chain and of the business. */
  clock: Clock;
};

/** An order that stands longer is none that this house makes. */
const LONGEST_MS = 86_400_000 + 60_000;

/** What an order says, to the letter of the contract (BuyBack: Order(id, usdtIn, minOpenOut, deadline)). */
export function orderData(
  { order_id, amount, min_open, deadline }: Pick<BuyBack, 'order_id' | 'amount' | 'min_open' | 'deadline'>,
  at: { chainId: number; contract: Hex },
) {
  return {
    domain: buyBackDomain(at.chainId, at.contract),
    types: buyBackOrderTypes,
    primaryType: 'Order',
    message: { id: order_id, usdtIn: amount, minOpenOut: min_open, deadline: deadlineSec(deadline) },
  } as const;
}

export function deadlineSec(deadline: Date): bigint {
  return BigInt(Math.floor(deadline.getTime() / 1000));
}

/** `waits`: right, but not now. `refused`: the row contradicts what the signer itself sees. */
export type SignedBuyBack = 'nothing' | 'signed' | { waits: string } | { refused: string };

/**
 * Signs the buy-back that two operators agreed to. It takes nothing but the row, and reads everything else itself: the two people
 * (buy_back_by_two), chain and contract it was started with, the money set aside in the journal, the halt switch, its own caps,
 * what the treasury can pay. Payouts of the same key wait meanwhile, so that both together keep to those.
 */
export async function signBuyBack(ctx: SignBuyBackDeps): Promise<SignedBuyBack> {
  const { db, account, chainId, contract, clock } = ctx;
  const row = await findOpen(db, chainId);
  if (!row || row.signature !== null) return 'nothing';
  if (row.contract !== contract) return { refused: 'contract' };
  if (row.maker_id === row.checker_id) return { refused: 'one person' };
  const left = row.deadline.getTime() - clock().getTime();
  if (left > LONGEST_MS) return { refused: 'deadline' };
  if (left <= 0) return 'nothing';
  if (!(await isSetAside({ tx: db }, row))) return { refused: 'not set aside' };
  const room = await readRoom(ctx);
  return inTransaction(db, async (tx): Promise<SignedBuyBack> => {
    await lockPayer(tx, account.address.toLowerCase());
    const waits = await findObstacle({ ...ctx, tx }, { row, room });
    if (waits !== undefined) return { waits };
    await saveSignature(tx, row.id, await account.signTypedData(orderData(row, { chainId, contract })));
    return 'signed';
  });
}

/** What the treasury can pay now. Asked before the lock: it is only used to wait. */
async function readRoom({ chain, usdt }: SignBuyBackDeps): Promise<bigint> {
  const [holdings, remaining] = await Promise.all([chain.holdings(usdt), chain.remainingInDay(usdt)]);
  return holdings < remaining ? holdings : remaining;
}

/** What stands in the way now and may not later. */
async function findObstacle(
  { tx, caps }: ReadCtx & SignBuyBackDeps,
  { row, room }: { row: BuyBack; room: bigint },
): Promise<string | undefined> {
  if (await readHalt(tx)) return 'halted';
  if ((await sumUnconfirmed(tx, 'USDT')) + row.amount > room) return 'cover';
  const { spent } = await sumSpent(tx, 'USDT');
  const broken = checkCaps(tightestCaps(caps, capsIn(await readSettings(tx))), spent, row.amount);
  return broken === undefined ? undefined : `cap: ${broken}`;
}

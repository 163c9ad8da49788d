import { buyBackDomain, buyBackOrderTypes } from '@openmere/core/chain/buy-back-order.ts';
import type { LocalAccount } from 'viem/accounts';
import { readHalt } from '../../ledger/halt.ts';
import type { Hex } from '../../platform/chain/log.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { BuyBack } from '../tables.ts';
import { isSetAside } from './money.ts';
import { findOpen, saveSignature, sumSignedToday } from './store.ts';

export type SignBuyBackDeps = {
  db: Db;
  account: Pick<LocalAccount, 'signTypedData'>;
  chainId: number;
  contract: Hex;
  /** USDT base units: what the signer signs at most, whatever the rest of the house says. */
  caps: { perTransaction: bigint; perDay: bigint };
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
 * (buy_back_by_two), chain and contract it was started with, the money set aside in the journal, the halt switch, its own caps.
 */
export async function signBuyBack(ctx: SignBuyBackDeps): Promise<SignedBuyBack> {
  const { db, account, chainId, contract, caps, clock } = ctx;
  const row = await findOpen(db, chainId);
  if (!row || row.signature !== null) return 'nothing';
  if (row.contract !== contract) return { refused: 'contract' };
  if (row.maker_id === row.checker_id) return { refused: 'one person' };
  const left = row.deadline.getTime() - clock().getTime();
  if (left > LONGEST_MS) return { refused: 'deadline' };
  if (left <= 0) return 'nothing';
  if (!(await isSetAside({ tx: db }, row))) return { refused: 'not set aside' };
  if (await readHalt(db)) return { waits: 'halted' };
  if (row.amount > caps.perTransaction) return { waits: 'cap: transaction' };
  if ((await sumSignedToday(db)) + row.amount > caps.perDay) return { waits: 'cap: day' };
  await saveSignature(db, row.id, await account.signTypedData(orderData(row, { chainId, contract })));
  return 'signed';
}

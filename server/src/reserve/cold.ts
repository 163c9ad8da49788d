import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { parseAddressWord } from '@openmere/core/chain/events.ts';
import { COLD_ACCOUNT } from '@openmere/core/chain/reserve-account.ts';
import type { ReserveToken } from '@openmere/core/chain/reserve-account.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { Amount } from '@openmere/core/money/amount.ts';
import { encodeFunctionData } from 'viem';
import { noteColdAddresses } from '../deposit/cold-store.ts';
import { balanceOf, membersTotals } from '../ledger/balances.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Ctx } from '../platform/context.ts';
import { inSnapshot, inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Log } from '../platform/log.ts';
import { endReserveAlarm, keepReserveAlarm } from './alarm-store.ts';
import { balancesAt } from './chain-balances.ts';
import { findTarget } from './look.ts';
import type { ReserveTarget } from './look.ts';

/** Where the treasury sweeps to, and what lies there of each coin. */
export type ColdLook = { address: Hex; balances: ReadonlyMap<string, Amount> };

/**
 * The cold address as the treasury names it, and what it holds, both at the block of the books, by its hash. Former cold addresses are
 * not asked: who holds their keys is not known any more, so what was left there is no reserve until it has been moved on.
 */
export async function measureCold(rpc: Rpc, { at, treasury, tokens }: ReserveTarget): Promise<ColdLook> {
  const data = encodeFunctionData({ abi: treasuryAbi, functionName: 'cold' });
  const block = { blockHash: at.hash, requireCanonical: true };
  const answer = await rpc.call('eth_call', [{ to: treasury, data }, block]);
  const address = parseAddressWord(answer as Hex);
  if (address === undefined)
    throw new Fault('chain.badanswer', { retry: true, cause: new Error('no cold address') });
  const read = balancesAt(rpc, at);
  const balances = new Map<string, Amount>();
  for (const { coin, token } of tokens) {
    const [held = 0n] = await read(token, [address]);
    balances.set(coin, held);
  }
  return { address, balances };
}

/** What the ledger says lies at the cold address: what was swept there and has not come back. */
export async function bookedCold({ tx }: Pick<Ctx, 'tx'>, coin: ReserveToken['coin']): Promise<Amount> {
  return -(await balanceOf(tx, COLD_ACCOUNT, coin));
}

/**
 * Notes which address is the cold one, and raises an alarm when less lies there than the ledger says. More does not matter: it may hold
 * money of its own. Nothing halts: it is not what payouts are made from.
 */
export async function watchCold(ctx: { db: Db; rpc: Rpc; chainId: number; log?: Log }): Promise<void> {
  const { db, rpc, chainId, log } = ctx;
  const books = await inSnapshot(db, async (tx) => {
    const target = await findTarget({ tx }, chainId);
    if (!target) return undefined;
    const booked = new Map<string, Amount>();
    for (const { coin } of target.tokens) booked.set(coin, await bookedCold({ tx }, coin));
    return { ...target, booked };
  });
  if (!books) return;
  const { address, balances } = await measureCold(rpc, books);
  await noteColdAddresses(db, chainId, [address]);
  await inTransaction(db, async (tx) => {
    const owed = await membersTotals(tx);
    for (const [coin, bound] of books.booked) {
      const hot = balances.get(coin) ?? 0n;
      if (hot >= bound) {
        await endReserveAlarm(tx, chainId, coin, 'cold');
        continue;
      }
      const seen = { coin, kind: 'cold', hot, bound, liabilities: owed.get(coin) ?? 0n } as const;
      if (!(await keepReserveAlarm(tx, chainId, seen))) continue;
      log?.fatal(
        { chainId, coin, address, there: formatAmount(hot), booked: formatAmount(bound) },
        'ALARM less lies at the cold address than the ledger says',
      );
    }
  });
}

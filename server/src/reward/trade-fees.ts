import type { AccountRow } from '../ledger/account-rows.ts';
import { listMintingFees } from '../minting/record-store.ts';
import type { Ctx } from '../platform/context.ts';
import { listSwapFees } from '../swap/trade-store.ts';

/** Entries that divide community fees among the pools (server/src/swap/divide-fees.ts): of trades, and of OPEN sold for USDO. */
const divisions = [
  { kind: 'swap-fee-division', list: listSwapFees },
  { kind: 'usdo-fee-division', list: listMintingFees },
] as const;
/** Rows of one statement. */
const PART = 10_000;

/** A trade whose fee was divided; `at` is the time of its block. */
export type FeeTrade = { address: `0x${string}`; fee: bigint; at: Date };

export const isDivision = (row: AccountRow): boolean =>
  row.income && divisions.some(({ kind }) => kind === row.kind);

/** The trades whose fees came in with these rows of a pool, by reference. */
export async function findFeeTrades(
  { tx }: Pick<Ctx, 'tx'>,
  rows: readonly AccountRow[],
): Promise<Map<string, FeeTrade>> {
  const trades = new Map<string, FeeTrade>();
  for (const { kind, list } of divisions) {
    const ids = rows.filter((row) => row.income && row.kind === kind).map((row) => row.reference);
    for (let from = 0; from < ids.length; from += PART)
      for (const { id, address, fee, block_time: at } of await list(tx, ids.slice(from, from + PART)))
        trades.set(id, { address, fee, at });
  }
  return trades;
}

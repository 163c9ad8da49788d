import { findOwners } from '../member/store.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { divideCommunityFees } from '../swap/divide-fees.ts';
import type { PostEntries } from '../swap/divide-fees.ts';
import { announceRecords } from './announce.ts';
import type { MintingEntry } from './events.ts';
import { grantMinted } from './grant-minted.ts';
import { upsertRecords } from './record-store.ts';
import type { MintingRecord } from './tables.ts';

/** What counts as use of the product: OPEN sold for USDO at its USDT side before the fee, consumed OPEN at its value. */
export type MintedUse = { wallet: Hex; kind: 'usdo' | 'mint'; value: bigint; time: Date };
/** Told once of what became final. */
export type OnMinted = (tx: Tx, uses: readonly MintedUse[]) => Promise<void>;

/**
 * Keeps final mintings for good: grants the power to the member of the wallet, divides the community fee of what was sold for
 * USDO, and tells the members. What a wallet of nobody minted waits until somebody binds it (grant-late.ts). A log that is read
 * again finds its record and its keys.
 */
export async function recordMinted(
  ctx: Pick<Ctx, 'tx'> & { post: PostEntries; onMinted: OnMinted },
  entries: readonly MintingEntry[],
): Promise<void> {
  const { tx } = ctx;
  if (entries.length === 0) return;
  const owners = await findOwners(tx, [...new Set(entries.map(({ address }) => address))]);
  const records = entries.map((entry): MintingRecord => {
    return { ...entry, status: 'final', member_id: owners.get(entry.address) ?? null };
  });
  const written = await upsertRecords(tx, records);
  await ctx.onMinted(tx, records.filter(({ id }) => written.has(id)).flatMap(useOf));
  await grantMinted({ tx }, records);
  const fees = records.map(({ id: reference, address: payer, fee, ...record }) => ({
    log: {
      chainId: record.chain_id,
      txHash: record.tx_hash,
      logIndex: record.log_index,
      blockNumber: record.block_number,
    },
    reference,
    payer,
    fee,
  }));
  await divideCommunityFees(ctx, { use: 'usdo', fees });
  await announceRecords(tx, records, 'final');
}

function useOf({ type, address: wallet, block_time: time, ...record }: MintingRecord): MintedUse[] {
  if (type === 'usdo-open') return [{ wallet, kind: 'usdo', value: record.obtained + record.fee, time }];
  return type === 'power' ? [{ wallet, kind: 'mint', value: record.value_usdt, time }] : [];
}

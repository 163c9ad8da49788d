import type { Ctx } from '../platform/context.ts';
import { grantPower } from './power-store.ts';
import type { PowerGrant } from './power-store.ts';
import type { MintingRecord } from './tables.ts';

/** Grants the power of final records to the members whose they are, as of the block's time; each once, by its log. */
export async function grantMinted(ctx: Pick<Ctx, 'tx'>, records: readonly MintingRecord[]): Promise<void> {
  const { tx } = ctx;
  const byTime = new Map<number, PowerGrant[]>();
  for (const record of records) {
    const { member_id: memberId, type, obtained: amount } = record;
    if (type !== 'power' || memberId === null || amount === 0n) continue;
    const key = `minted:${record.chain_id}:${record.tx_hash}:${record.log_index}`;
    const grants = byTime.get(record.block_time.getTime()) ?? [];
    grants.push({ memberId, kind: 'personal', amount, key, reference: record.id });
    byTime.set(record.block_time.getTime(), grants);
  }
  for (const [time, rows] of byTime) await grantPower(tx, { rows, at: new Date(time) });
}

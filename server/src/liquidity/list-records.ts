import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { dayOf, endOfDay } from '@openmere/core/kit/day.ts';
import type { liquidityRecords } from '@openmere/core/liquidity/contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { listRecords } from './store.ts';
import type { LiquidityRecord, LogPosition } from './tables.ts';

export type RecordsDeps = { chainId: number };

/**
 * Records of the member's bound wallet, those of before it was bound included, newest first. Without a wallet, and for an
 * id of somebody else, the list is empty.
 */
export async function listLiquidityRecords(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & RecordsDeps,
  input: CallParsed<typeof liquidityRecords>,
): Promise<CallResult<typeof liquidityRecords>> {
  const { tx, actor } = ctx;
  const address = (await findMember(tx, actor.id))?.walletAddress as Hex | null | undefined;
  const { type, id } = input;
  return readPage(
    { ...input, list: `liquidity ${actor.id}` },
    async (before: LogPosition | undefined, limit) =>
      address ? listRecords(tx, { chain_id: ctx.chainId, address, type, id, before }, limit) : [],
    ({ block_number, log_index }) => ({ block_number, log_index }),
    (rows) => rows.map((record) => rowOf(record, actor.id)),
  );
}

/** The first whole day that an adding is in ends with this settlement. */
function settlesAt({ block_time }: LiquidityRecord): string {
  return new Date(endOfDay(dayOf(block_time.getTime()) + 1)).toISOString();
}

/** A record as the wire has it. EQUITY is shown to the member that it was granted to. */
function rowOf(record: LiquidityRecord, memberId: string): CallOutput<typeof liquidityRecords> {
  const isOwn = record.member_id === memberId;
  const counts = isOwn && record.earns;
  return {
    id: record.id,
    time: record.block_time.toISOString(),
    type: record.type,
    amount: formatAmount(record.amount),
    usdt: formatAmount(record.usdt),
    open: formatAmount(record.open),
    lp: formatAmount(record.lp),
    lpvalue: formatAmount(record.lp_value),
    ousd: formatAmount(record.ousd),
    ousdheld: formatAmount(record.ousd_held),
    releaseat: record.release_at?.toISOString() ?? null,
    equity: formatAmount(isOwn ? record.equity : 0n),
    counts: formatAmount(counts ? record.amount : 0n),
    settlesat: counts ? settlesAt(record) : null,
    hash: record.tx_hash,
    status: record.status,
    block: Number(record.block_number),
  };
}

import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { castRecords, usdoRecords } from '@openmere/core/minting/contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import { decodeCursor, encodeCursor, pageOf } from '../platform/cursor.ts';
import { listRecords } from './record-store.ts';
import type { RecordFilter } from './record-store.ts';
import type { MintingRecord, MintingType } from './tables.ts';

export type RecordsDeps = { chainId: number };
type RecordsCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'> & RecordsDeps;

const PAGE_SIZE = 20;
const usdoTypes: readonly MintingType[] = ['usdo-usdt', 'usdo-open', 'redeem'];

/** Hash power that the member's bound wallet minted, also before it was bound, newest first. */
export async function listCastRecords(
  ctx: RecordsCtx,
  input: CallParsed<typeof castRecords>,
): Promise<CallResult<typeof castRecords>> {
  const page = await pageFor(ctx, ['power'], input);
  return { ...page, list: page.list.map((record) => ({ ...factsOf(record), ...powerFactsOf(record) })) };
}

function powerFactsOf({ value_usdt, burned, to_market }: MintingRecord) {
  return {
    value: formatAmount(value_usdt),
    burned: formatAmount(burned),
    tomarket: formatAmount(to_market),
  };
}

/** USDO that the bound wallet minted and redeemed, newest first. */
export async function listUsdoRecords(
  ctx: RecordsCtx,
  input: CallParsed<typeof usdoRecords>,
): Promise<CallResult<typeof usdoRecords>> {
  const wanted = usdoTypes.filter(
    (type) => input.type === undefined || (type === 'redeem') === (input.type === 'redeem'),
  );
  const page = await pageFor(ctx, wanted, input);
  return {
    ...page,
    list: page.list.map((record) => ({
      ...factsOf(record),
      type: record.type === 'redeem' ? ('redeem' as const) : ('mint' as const),
      paidwith: { power: 'OPEN', 'usdo-usdt': 'USDT', 'usdo-open': 'OPEN', redeem: 'USDO' }[record.type],
      fee: formatAmount(record.fee),
      burned: formatAmount(record.burned),
    })),
  };
}

async function pageFor(
  { tx, actor, chainId }: RecordsCtx,
  types: readonly MintingType[],
  input: { id?: string | undefined; cursor?: string | undefined; pageSize?: number | undefined },
) {
  const address = (await findMember(tx, actor.id))?.walletAddress as Hex | null | undefined;
  const list = `minting ${types.join(' ')} ${actor.id}`;
  const before = placeIn(decodeCursor(list, input.cursor));
  if (!address) return { list: [] };
  const filter: RecordFilter = { chainId, address, types };
  if (input.id !== undefined) filter.id = input.id;
  if (before !== undefined) filter.before = before;
  const size = input.pageSize ?? PAGE_SIZE;
  const rows = await listRecords(tx, filter, size + 1);
  return pageOf(rows, size, (last) => encodeCursor(list, [String(last.block_number), last.log_index]));
}

function placeIn(values: readonly unknown[] | undefined): RecordFilter['before'] {
  return values && { block: BigInt(String(values[0])), log: Number(values[1]) };
}

/** What every record has (specification §3: consumed, obtained, price). */
function factsOf(record: MintingRecord) {
  return {
    id: record.id,
    time: record.block_time.toISOString(),
    consumed: formatAmount(record.consumed),
    obtained: formatAmount(record.obtained),
    price: formatAmount(record.price_e18),
    hash: record.tx_hash,
    status: record.status,
    block: Number(record.block_number),
  };
}

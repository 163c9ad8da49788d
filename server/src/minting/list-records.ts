import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { castRecords, usdoRecords } from '@openmere/core/minting/contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { listRecords } from './record-store.ts';
import type { RecordFilter } from './record-store.ts';
import type { MintingRecord, MintingType } from './tables.ts';

export type RecordsDeps = { chainId: number };
type RecordsCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'> & RecordsDeps;

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
  return readPage(
    { ...input, list: `minting ${types.join(' ')} ${actor.id}` },
    async (before: RecordFilter['before'], limit) =>
      address ? listRecords(tx, { chainId, address, types, id: input.id, before }, limit) : [],
    ({ block_number: block, log_index: log }) => ({ block, log }),
  );
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

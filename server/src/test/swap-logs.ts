import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { sql } from 'kysely';
import type { Follower } from '../platform/chain/follower.ts';
import type { Hex, LogHandler } from '../platform/chain/log.ts';
import { swapHandlers } from '../swap/on-chain.ts';
import type { SwapChainDeps } from '../swap/on-chain.ts';
import { postGroups } from '../swap/post-groups.ts';
import type { PoolStateRow } from '../swap/tables.ts';
import { coin } from './context.ts';
import { dataOf, newHash, openScriptedContext } from './scripted-context.ts';
import type { Emitted, ScriptedContext } from './scripted-context.ts';

/** A scripted chain with desk and pair, and a follower that keeps what they say. */
export type SwapContext = Omit<ScriptedContext, 'follower'> & {
  follower: (change?: Partial<SwapChainDeps>) => Follower;
};

export const desk: Hex = `0x${'de'.repeat(20)}`;
export const pair: Hex = `0x${'aa'.repeat(20)}`;
/** What reading the market takes, as the configuration names it. */
export const marketContracts = {
  pair,
  open: `0x${'0b'.repeat(20)}`,
  usdt: `0x${'0c'.repeat(20)}`,
  swapDesk: desk,
  twapOracle: `0x${'0f'.repeat(20)}`,
} as const;
/** OPEN is the pair's token0 here. */
const contracts: AddressMap = {
  swapDesk: desk,
  pair,
  open: `0x${'0b'.repeat(20)}`,
  usdt: `0x${'0c'.repeat(20)}`,
};

export async function openSwapContext(): Promise<SwapContext> {
  const handlersOf = (chainId: number, change: Partial<SwapChainDeps> = {}): readonly LogHandler[] =>
    swapHandlers({ chainId, clock: () => new Date(), post: postGroups, ...change });
  const context = await openScriptedContext(contracts, handlersOf);
  const { chainId } = context.chain;
  return {
    ...context,
    follower: (change) => context.follower(change ? { handlers: handlersOf(chainId, change) } : {}),
  };
}

export type Terms = { bought: boolean; usdt: bigint; open: bigint; fee?: bigint; burned?: bigint };

/** SwapDesk.Traded. */
export function traded(address: Hex, terms: Terms, txHash: Hex = newHash()): Emitted {
  const { bought, usdt, open, fee = 0n, burned = 0n } = terms;
  const topics: Hex[] = [eventTopics.traded, formatAddressWord(address), dataOf([bought ? 1 : 0])];
  return { txHash, address: desk, topics, data: dataOf([usdt, open, fee, burned]) };
}

/** The pair's Swap that buys OPEN (`open` out, `usdt` in) or sells it. */
export function swapped(terms: Terms, txHash: Hex = newHash()): Emitted {
  const { bought, usdt, open } = terms;
  const topics: Hex[] = [eventTopics.pairSwap, formatAddressWord(desk), formatAddressWord(desk)];
  const values = bought ? [0n, usdt, open, 0n] : [open, 0n, 0n, usdt];
  return { txHash, address: pair, topics, data: dataOf(values) };
}

export function synced(open: bigint, usdt: bigint, txHash: Hex = newHash()): Emitted {
  return { txHash, address: pair, topics: [eventTopics.pairSync], data: dataOf([open, usdt]) };
}

/** LP moves; from nobody it is made, from the pair to nobody it is burned. */
export function lpMoved(from: Hex, to: Hex, value: bigint, txHash: Hex = newHash()): Emitted {
  const topics: Hex[] = [eventTopics.transfer, formatAddressWord(from), formatAddressWord(to)];
  return { txHash, address: pair, topics, data: dataOf([value]) };
}

/** What the feed would have read from the contracts. */
export async function writePoolState(
  context: ScriptedContext | SwapContext,
  change: Partial<PoolStateRow> = {},
): Promise<void> {
  await sql`delete from pool_state`.execute(context.owner);
  await context.owner
    .insertInto('pool_state')
    .values({
      chain_id: context.chain.chainId,
      block_number: 5n,
      block_hash: `0x${'5'.repeat(64)}`,
      block_time: new Date(1_700_000_005_000),
      reserve_usdt: 100n * coin,
      reserve_open: 300n * coin,
      lp_total: 170n * coin,
      k_last: 0n,
      burned: 4n * coin,
      pool_bps: 30,
      community_bps: 50,
      burn_bps: 100,
      tradable: true,
      twap: null,
      minimum_add: 10n * coin,
      hold_bps: 2_000,
      hold_seconds: 2_592_000n,
      read_at: new Date(),
      ...change,
    })
    .execute();
}

import { formatAddressWord } from '@openmere/core/chain/events.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { announceBalances } from '../asset/announce.ts';
import { memberBalance } from '../ledger/balances.ts';
import { postEntry } from '../ledger/post.ts';
import { topicOfType } from '../liquidity/events.ts';
import type { LiquidityEventType } from '../liquidity/events.ts';
import { liquidityHandlers } from '../liquidity/on-chain.ts';
import { settleEquity } from '../liquidity/settle-equity.ts';
import type { SpendDeps } from '../liquidity/spend-equity.ts';
import type { Hex } from '../platform/chain/log.ts';
import { openTestContext } from './context.ts';
import type { TestContext } from './context.ts';
import type { TestMember } from './people.ts';
import { dataOf, followNode, newHash, openScriptedContext, passDays } from './scripted-context.ts';
import type { Emitted, ScriptedContext, TestNode } from './scripted-context.ts';

/** A scripted chain with a desk, and a follower that books what the desk says. */
export type LiquidityContext = ScriptedContext;

export const desk: Hex = `0x${'de'.repeat(20)}`;
export const ousd: Hex = `0x${'0d'.repeat(20)}`;
export const deps: SpendDeps = {
  post: (tx, entry) => postEntry(tx, entry, { onPosted: announceBalances }),
};

export function openLiquidityContext(): Promise<LiquidityContext> {
  return openScriptedContext({ liquidityDesk: desk, ousd }, (chainId) => liquidityHandlers({ chainId }));
}

/** The same on a node that is there already. */
export async function followLiquidity(node: TestNode): Promise<Omit<LiquidityContext, 'chain'>> {
  const context = await openTestContext();
  const follower = await followNode(context, node, liquidityHandlers({ chainId: node.chainId }));
  return { ...context, follower, url: node.url };
}

/** A log of the desk (OUSD for `redeem`), in a transaction of its own unless told otherwise. */
export function emitted(
  type: LiquidityEventType,
  address: Hex,
  words: readonly (bigint | number)[],
  change: { txHash?: Hex; topics?: readonly Hex[] } = {},
): Emitted {
  return {
    txHash: change.txHash ?? newHash(),
    address: type === 'redeem' ? ousd : desk,
    topics: [topicOfType[type], formatAddressWord(address), ...(change.topics ?? [])],
    data: dataOf(words),
  };
}

/** Adding that is worth `value` base units: all of it as USDT, with one base unit of OPEN that is worth less than one. */
export function addWorth(address: Hex, value: bigint, txHash?: Hex): Emitted {
  return emitted('add', address, [value, 1n, value, oneCoin - 1n], txHash ? { txHash } : {});
}

/** Settles the days that have ended. @returns how many persons were settled. */
export function settle(context: Pick<TestContext, 'db'>, chainId: number): Promise<number> {
  return settleEquity({ ...deps, db: context.db, chainId });
}

/** The day of now and the next end, and are settled: what stays from now on earns. */
export async function passAndSettle(context: LiquidityContext): Promise<void> {
  await passDays(context, 2);
  await settle(context, context.chain.chainId);
}

export async function equityOf(
  context: Pick<TestContext, 'db'>,
  member: Pick<TestMember, 'id'>,
): Promise<bigint> {
  return (await memberBalance(context.db, member.id, 'EQUITY')).available;
}

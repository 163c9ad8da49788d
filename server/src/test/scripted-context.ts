import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { Follower } from '../platform/chain/follower.ts';
import type { FollowerOptions } from '../platform/chain/follower.ts';
import type { Hex, LogHandler } from '../platform/chain/log.ts';
import { createChainReader } from '../platform/chain/reader.ts';
import { createRpc } from '../platform/chain/rpc.ts';
import { ScriptedChain } from '../platform/chain/scripted-chain.ts';
import type { ScriptedLog } from '../platform/chain/scripted-chain.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { writeSetting } from '../setting/write.ts';
import { catchUp, openTestContext } from './context.ts';
import type { TestContext } from './context.ts';

/** A database, and a chain whose blocks the test writes. `follower` reads it with the given handlers. */
export type ScriptedContext = TestContext & {
  chain: ScriptedChain;
  url: string;
  follower: (change?: FollowerChange) => Follower;
};
/** `timeoutMs`: when a question to the node that gets no answer is given up. */
export type FollowerChange = { handlers?: readonly LogHandler[]; timeoutMs?: number } & Partial<
  Pick<FollowerOptions, 'onFork' | 'measureAgain' | 'reader' | 'spanMax'>
>;

/** What writing blocks needs, whatever else the follower may be told. */
type Scripted = { chain: ScriptedChain; follower: () => Follower };

/** A log before its block gives it an index. */
export type Emitted = Omit<ScriptedLog, 'logIndex'>;

/** Blocks that a block needs on top of and including its own. */
export const FINAL_DEPTH = 3;
/** Long enough for a machine that does other things besides. */
const RPC_TIMEOUT_MS = 10_000;
const DAY_SEC = 86_400;
let chains = 7_000;
let hashes = 0;

export async function openScriptedContext(
  contracts: AddressMap,
  handlersOf: (chainId: number) => readonly LogHandler[],
): Promise<ScriptedContext> {
  const context = await openTestContext();
  chains += 1;
  const chain = new ScriptedChain(chains);
  const { chainId } = chain;
  const node = { url: await chain.listen(), chainId, contracts, confirmations: FINAL_DEPTH };
  const follower = await followNode(context, node, handlersOf(chainId));
  const close = async (): Promise<void> => {
    await chain.close();
    await context.close();
  };
  return { ...context, chain, url: node.url, follower, close };
}

/** Where a node is, what is on its chain, and how deep its blocks must be. */
export type TestNode = { url: string; chainId: number; contracts: AddressMap; confirmations: number };

/** Says which contracts are ours, and makes followers of a node. */
export async function followNode(
  { db, owner }: Pick<TestContext, 'db' | 'owner'>,
  node: TestNode,
  usual: readonly LogHandler[],
) {
  const { url, chainId, contracts, confirmations } = node;
  await inTransaction(owner, (tx) =>
    writeSetting(
      { tx },
      { name: 'chainContracts', text: JSON.stringify(contracts), changedBy: 'installation' },
    ),
  );
  return ({ handlers = usual, timeoutMs = RPC_TIMEOUT_MS, ...change }: FollowerChange = {}): Follower =>
    new Follower({
      db,
      chainId,
      reader: createChainReader(createRpc(url, { timeoutMs }), chainId),
      confirmations: async () => confirmations,
      startBlock: 0n,
      handlers,
      onFork: async (_tx, reason) => {
        throw new Error(reason);
      },
      staleMs: 0,
      ...change,
    });
}

export function newHash(): Hex {
  hashes += 1;
  return `0x${hashes.toString(16).padStart(40, '7').padEnd(64, '3')}`;
}

export function word(value: bigint | number): string {
  return BigInt(value).toString(16).padStart(64, '0');
}

export function dataOf(values: readonly (bigint | number)[]): Hex {
  return `0x${values.map(word).join('')}`;
}

/** Mines a block with these logs at this time (epoch seconds); times must rise. */
export function mineAt(context: Scripted, time: number, logs: readonly Emitted[]): void {
  const block = context.chain.mine(logs);
  block.time = time;
}

/** Mines what makes everything so far final, and reads it. */
export async function settle(context: Scripted): Promise<void> {
  const { time } = context.chain.blocks.at(-1) ?? { time: 0 };
  for (let block = 1; block < FINAL_DEPTH; block += 1) mineAt(context, time, []);
  await catchUp(context.follower());
}

/** Mines these logs into one block and enough on top to make it final. */
export function mineFinal(context: Scripted, logs: readonly Emitted[]): void {
  context.chain.mine(logs);
  for (let block = 1; block < FINAL_DEPTH; block += 1) context.chain.mine();
}

/** Mines and books. */
export async function happen(context: Scripted, ...logs: Emitted[]): Promise<void> {
  mineFinal(context, logs);
  await catchUp(context.follower());
}

/** Lets `days` days go by on the chain, without anything happening on them. */
export async function passDays(context: Scripted, days: number): Promise<void> {
  context.chain.passed += days * DAY_SEC;
  await happen(context);
}

import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { decodeFunctionData, encodeErrorResult } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLift } from '../liquidity/lift-store.ts';
import { measureLiquidity } from '../liquidity/measure-again.ts';
import { liquidityHandlers } from '../liquidity/on-chain.ts';
import { findStake } from '../liquidity/stake-store.ts';
import { findHolding, listLpHoldings, listRecords, sumTraded } from '../liquidity/store.ts';
import { grantNodeEquity } from '../node/grant-equity.ts';
import { measureMedals } from '../node/measure-again.ts';
import { nodeHandlers } from '../node/on-chain.ts';
import { findHeld, listWithoutEquity } from '../node/store.ts';
import { listMedalWeights } from '../node/weight-store.ts';
import type { Follower } from '../platform/chain/follower.ts';
import type { Hex } from '../platform/chain/log.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { measurePauses } from '../setting/measure-pauses.ts';
import { pauseHandlers } from '../setting/on-chain.ts';
import { listPauses } from '../setting/pause-store.ts';
import { catchUp } from '../test/context.ts';
import { addWorth, deps, desk, emitted, equityOf, ousd } from '../test/liquidity-logs.ts';
import { addMember } from '../test/people.ts';
import { FINAL_DEPTH, newHash, openScriptedContext, word } from '../test/scripted-context.ts';
import type { Emitted, ScriptedContext } from '../test/scripted-context.ts';

const medal: Hex = `0x${'3d'.repeat(20)}`;
const swapDesk: Hex = `0x${'5d'.repeat(20)}`;
const usdoMint: Hex = `0x${'6d'.repeat(20)}`;
const nobody: Hex = `0x${'0'.repeat(40)}`;
const handlers = (chainId: number) => [
  ...pauseHandlers(),
  ...liquidityHandlers({ chainId }),
  ...nodeHandlers(),
];

let context: ScriptedContext;
/** What the contracts say now: who is paused, and whose the medals are. */
const paused = new Set<string>();
const owners = new Map<number, Hex>();
beforeAll(async () => {
  context = await openScriptedContext({ liquidityDesk: desk, ousd, medal, swapDesk, usdoMint }, handlers);
}, 60_000);
afterAll(() => context.close());

function answer(params: readonly unknown[] = []): unknown {
  const [{ to, data }] = params as [{ to: Hex; data: Hex }];
  if (to !== medal || data.length === 10) return `0x${word(paused.has(to) ? 1 : 0)}`;
  const { args } = decodeFunctionData({ abi: medalAbi, data });
  const owner = owners.get(Number(args?.[0]));
  if (owner !== undefined) return formatAddressWord(owner);
  const error = { abi: medalAbi, errorName: 'ERC721NonexistentToken', args: [args?.[0] as bigint] } as const;
  throw new RpcAnswerError(3, 'execution reverted', encodeErrorResult(error));
}
const rpc: Rpc = {
  call: async (_method, params) => answer(params),
  batch: async (requests) => requests.map(({ params }) => answer(params)),
};

const follower = (): Follower =>
  context.follower({
    onFork: async () => undefined,
    measureAgain: async (common, at) => {
      const [chain, where] = [
        { db: context.db, rpc, chainId: context.chain.chainId },
        { common, at },
      ];
      const writes = [
        await measurePauses(chain, where),
        await measureLiquidity(chain, where),
        await measureMedals(chain, where),
      ];
      return async (tx) => {
        for (const write of writes) await write(tx);
      };
    },
  });

async function settle(...blocks: (readonly Emitted[])[]): Promise<void> {
  for (const logs of blocks) context.chain.mine(logs);
  for (let block = 1; block < FINAL_DEPTH; block += 1) context.chain.mine();
  await catchUp(follower());
}

/** Takes blocks back, and reads the others, as two operators agreed. */
async function replace(depth: number, ...blocks: (readonly Emitted[])[]): Promise<void> {
  context.chain.unwind(depth);
  context.chain.passed += 1;
  for (const logs of blocks) context.chain.mine(logs);
  for (let block = 0; block < depth + 2; block += 1) context.chain.mine();
  const finder = follower();
  for (let polls = 0; polls < 3; polls += 1) await expect(finder.poll()).rejects.toThrow('chain.fork');
  await sql`update chain_fork set rollback_proposed_by = 'a', rollback_approved_by = 'b' where ended_at is null`.execute(
    context.owner,
  );
  await catchUp(follower());
}

const say = (contract: Hex, event: 'paused' | 'unpaused'): Emitted => ({
  txHash: newHash(),
  address: contract,
  topics: [eventTopics[event]],
  data: `0x${word(0)}`,
});
const moved = (tokenId: number, from: Hex, to: Hex): Emitted => ({
  txHash: newHash(),
  address: medal,
  topics: [eventTopics.transfer, formatAddressWord(from), formatAddressWord(to), `0x${word(tokenId)}`],
  data: '0x',
});
const grant = () => grantNodeEquity({ ...deps, db: context.db, chainId: context.chain.chainId });
const spotOf = (address: Hex) => ({ chain_id: context.chain.chainId, address });
const lpOf = async (address: Hex) => (await findHolding(context.db, spotOf(address)))?.holding.position.lp;
const heldBy = async (address: Hex) => (await findHeld(context.db, context.chain.chainId, address))?.token_id;
const lift = () => inTransaction(context.db, (tx) => findLift(tx, context.chain.chainId));
const pausedNow = async () =>
  (await listPauses(context.db, context.chain.chainId)).map(({ contract }) => contract);

test('refuses: to keep positions, medals and pauses of blocks that are gone; what comes again is counted again', async () => {
  const people = [await addMember(context), await addMember(context), await addMember(context)];
  const [ann, ben, cleo] = people.map(({ address }) => address ?? '0x') as [Hex, Hex, Hex];
  const stakeOf = async (index: number) => (await findStake(context.db, people[index]?.id ?? ''))?.paid;
  await settle([addWorth(ann, 5n * oneCoin), moved(1, nobody, ann), say(usdoMint, 'paused')]);
  const [kept, lost] = [addWorth(ann, 7n * oneCoin), addWorth(ben, 3n * oneCoin)];
  const [sold, subscribed] = [moved(1, ann, ben), moved(2, nobody, cleo)];
  const [dave, erin] = [await addMember(context), await addMember(context)];
  const given = moved(101, nobody, dave.address ?? '0x');
  const lifted = say(ousd, 'paused');
  await settle(
    [kept, lost, emitted('remove', ann, [oneCoin, oneCoin, 0n, 0n, 1n, 0n])],
    [lifted, say(swapDesk, 'paused'), say(usdoMint, 'unpaused'), given],
  );
  await grant();
  expect(await equityOf(context, dave)).toBe(2_000n * oneCoin);
  await settle([sold, subscribed]);
  expect([await lpOf(ann), await lpOf(ben)]).toEqual([11n * oneCoin, 3n * oneCoin]);
  expect([await heldBy(ann), await heldBy(ben), await heldBy(cleo)]).toEqual([undefined, 1, 2]);
  expect([await lift(), await pausedNow()]).toEqual([expect.any(Date), [swapDesk]]);

  owners.set(1, ann);
  paused.add(usdoMint);
  // The number that is gone is sold again, to somebody else.
  const again = moved(101, nobody, erin.address ?? '0x');
  owners.set(101, erin.address ?? '0x');
  await replace(7, [kept, again]);
  expect([await lpOf(ann), await lpOf(ben)]).toEqual([12n * oneCoin, 0n]);
  expect([await stakeOf(0), await stakeOf(1)]).toEqual([12n * oneCoin, 0n]);
  expect(await listRecords(context.db, spotOf(ben), 10)).toEqual([]);
  expect(await sumTraded(context.db, spotOf(ben))).toMatchObject({ paidIn: 0n });
  const always = { from: new Date(0), to: new Date('2100-01-01') };
  expect((await listLpHoldings(context.db, always)).map(({ address }) => address)).not.toContain(ben);
  expect([await heldBy(ann), await heldBy(ben), await heldBy(cleo)]).toEqual([1, undefined, undefined]);
  const weighed = await inTransaction(context.db, (tx) => listMedalWeights(tx, always));
  const sharing = weighed.filter(({ weight }) => weight > 0n).map(({ address }) => address);
  expect(new Set(sharing)).toEqual(new Set([ann, erin.address]));
  expect((await listWithoutEquity(context.db, context.chain.chainId)).map((one) => one.token_id)).toEqual([
    101,
  ]);
  await grant();
  await grant();
  expect(await equityOf(context, erin)).toBe(2_000n * oneCoin);
  expect([await lift(), await pausedNow()]).toEqual([null, [usdoMint]]);

  // They come again after all, and it is as if they had never been gone.
  owners.set(1, ben).set(2, cleo);
  paused.add(ousd);
  await settle([lost, lifted], [sold, subscribed]);
  expect([await lpOf(ann), await lpOf(ben)]).toEqual([12n * oneCoin, 3n * oneCoin]);
  expect(await stakeOf(1)).toBe(3n * oneCoin);
  expect((await listRecords(context.db, spotOf(ben), 10)).map(({ tx_hash }) => tx_hash)).toEqual([
    lost.txHash,
  ]);
  expect([await heldBy(ann), await heldBy(ben), await heldBy(cleo)]).toEqual([undefined, 1, 2]);
  expect(await lift()).toEqual(expect.any(Date));
});

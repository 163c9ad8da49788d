import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { dayOf } from '@openmere/core/kit/day.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rewardSources } from '../app/reward-sources.ts';
import { depositHandlers } from '../deposit/on-chain.ts';
import { fund } from '../ledger/test-ledger.ts';
import { postEntry } from '../ledger/post.ts';
import { grantEquity } from '../liquidity/grant-equity.ts';
import { memberHandlers } from '../member/on-chain.ts';
import { mintingHandlers } from '../minting/on-chain.ts';
import { quantity } from '../platform/chain/reader.ts';
import { anvilAccounts, testChainId } from '../platform/chain/test-anvil.ts';
import type { Hex } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { swapHandlers } from '../swap/on-chain.ts';
import { postGroups } from '../swap/post-groups.ts';
import { recordUsesOfWallets } from '../team/record-use.ts';
import { mine, openAnvilContext, pay, send } from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { catchUp } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { settleReferral } from './settle-referral.ts';
import { settleYield } from './settle-yield.ts';

/** Rewards of a community on a real chain, held against the program that computes them anew (tools/recompute). */
const FAR = 10n ** 12n;
const program = fileURLToPath(new URL('../../../tools/recompute/main.ts', import.meta.url));
let context: AnvilContext;
beforeAll(async () => {
  context = await openAnvilContext();
}, 120_000);
afterAll(() => context.close());

const follower = () =>
  context.follower({
    handlers: [
      ...depositHandlers({ chainId: testChainId, post: postGroups }),
      ...memberHandlers(),
      ...swapHandlers({
        chainId: testChainId,
        clock: () => new Date(),
        post: postGroups,
        onTraded: (tx, trades) =>
          recordUsesOfWallets(
            { tx },
            trades.map((trade) => ({ ...trade, kind: 'swap' })),
          ),
      }),
      ...mintingHandlers({
        chainId: testChainId,
        post: postGroups,
        onMinted: (tx, uses) => recordUsesOfWallets({ tx }, uses),
      }),
    ],
  });

async function pass(seconds: number): Promise<void> {
  await context.rpc.call('evm_increaseTime', [quantity(BigInt(seconds))]);
  await mine(context, 1);
}

/** A member whose wallet may spend on everything here, activated on the chain under their inviter. */
async function join(wallet: Hex, inviter: { id: string; address: Hex | null }): Promise<TestMember> {
  const member = await addMember(context, { wallet, inviter });
  const { membership, swapDesk, hashPowerMint, usdt, open } = context.contracts;
  await context.rpc.call('anvil_impersonateAccount', [wallet]);
  await context.rpc.call('anvil_setBalance', [wallet, quantity(10n ** 20n)]);
  await pay(context, wallet, 50_000n * oneCoin);
  await pay(context, wallet, 50_000n * oneCoin, 'open');
  const args = [inviter.address ?? '0x'] as const;
  const data = encodeFunctionData({ abi: membershipAbi, functionName: 'activate', args });
  await send(context, { from: wallet, to: membership, data });
  for (const [token, spender] of [
    [usdt, swapDesk],
    [open, swapDesk],
    [open, hashPowerMint],
  ] as const) {
    const approve = {
      abi: erc20Abi,
      functionName: 'approve',
      args: [spender ?? '0x', FAR * oneCoin],
    } as const;
    await send(context, { from: wallet, to: token, data: encodeFunctionData(approve) });
  }
  await mine(context, 3);
  await catchUp(follower());
  return member;
}

async function trade(member: TestMember, usdt: bigint, open: bigint): Promise<void> {
  const to = context.contracts.swapDesk;
  for (const [functionName, amount] of [
    ['buy', usdt],
    ['sell', open],
  ] as const) {
    const data = encodeFunctionData({ abi: swapDeskAbi, functionName, args: [amount, 0n, FAR] });
    await send(context, { from: member.address, to, data });
  }
}

async function recompute(): Promise<string> {
  const args = [program, '--database', context.clone.url, '--rpc', context.anvil.url];
  return promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => stdout.trim(),
    (failed: { stdout: string; stderr: string }) => `${failed.stdout}${failed.stderr}`,
  );
}

const deps = () => ({ db: context.db, chainId: testChainId, sources: rewardSources, post: postGroups });

test('behavior: three generations trade, mint and transfer for some days; every reward comes out again, to the last unit', async () => {
  // Activated on the chain at its deployment, with another wallet than the first member here.
  const root = { id: context.root.id, address: anvilAccounts[0] };
  const wallets = [0xa1n, 0xa2n, 0xa3n].map((one) => `0x${one.toString(16).padStart(40, '0')}` as Hex);
  const members: TestMember[] = [];
  for (const wallet of wallets) members.push(await join(wallet, members.at(-1) ?? root));
  const [first, second, third] = members;
  if (!first || !second || !third) throw new Error('three members');
  const to = context.contracts.hashPowerMint;
  // Both averages need their half hour before power can be minted.
  for (let look = 0; look < 12; look += 1) {
    await trade(third, 100n * oneCoin + 7n, 50n * oneCoin + 3n);
    const data = encodeFunctionData({ abi: hashPowerMintAbi, functionName: 'update' });
    await send(context, { from: third.address, to, data });
    await pass(420);
  }
  for (const member of [first, second]) {
    const args = [10_000n * oneCoin + 1n, 0n, FAR] as const;
    const data = encodeFunctionData({ abi: hashPowerMintAbi, functionName: 'mint', args });
    await send(context, { from: member.address, to, data, gas: '0xf4240' });
    await inTransaction(context.db, (tx) =>
      grantEquity(
        { tx, post: (inner, entry) => postEntry(inner, entry) },
        {
          memberId: member.id,
          value: 300n * oneCoin,
          key: `equity ${member.id}`,
          reference: 'test',
          data: {},
          actor: 'system:test',
        },
      ),
    );
  }
  const start = dayOf(Number((await latest()).timestamp) * 1_000);
  for (let day = start; day < start + 4; day += 1) {
    await trade(third, 3_000n * oneCoin + BigInt(day), 1_000n * oneCoin + 1n);
    await trade(second, 1_000n * oneCoin + 11n, 500n * oneCoin);
    await fund(context.db, third.id, 100);
    await inTransaction(context.db, (tx) =>
      postEntry(tx, {
        key: `transfer ${day}`,
        kind: 'transfer',
        reference: `tra_${day}`,
        actor: `member:${third.id}`,
        postings: [
          {
            source: `member:${third.id}:available`,
            destination: 'fee:transfer',
            asset: 'USDT',
            amount: oneCoin / 3n,
          },
        ],
      }),
    );
    await pass(86_400);
    await mine(context, 3);
    await catchUp(follower());
    await settleReferral(deps(), day);
    await settleYield(deps(), day);
  }
  const { rows } = await sql<{ kind: string; status: string }>`
    select distinct kind, status from reward order by kind, status`.execute(context.db);
  expect(rows.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'direct claimable',
    'direct notqualified',
    'dynamic claimable',
    'indirect claimable',
    'indirect notqualified',
    'yield claimed',
  ]);
  const { rows: count } = await sql<{ all: string }>`select count(*) as all from reward`.execute(context.db);
  expect(await recompute()).toBe(`8 periods, ${count[0]?.all} rewards computed anew: 0 differ.`);
}, 240_000);

async function latest(): Promise<{ timestamp: Hex }> {
  return (await context.rpc.call('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex };
}

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liquidityHandlers } from '../liquidity/on-chain.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { writeSetting } from '../setting/write.ts';
import { swapHandlers } from '../swap/on-chain.ts';
import { postGroups } from '../swap/post-groups.ts';
import { catchUp, coin } from '../test/context.ts';
import { addWorth, desk as liquidityDesk, emitted, ousd } from '../test/liquidity-logs.ts';
import { addMember, newWallet } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { happen, openScriptedContext, passDays } from '../test/scripted-context.ts';
import type { ScriptedContext } from '../test/scripted-context.ts';
import { desk, traded } from '../test/swap-logs.ts';
import { recordStake, recordUsesOfWallets } from './record-use.ts';

let context: ScriptedContext;
beforeAll(async () => {
  const contracts = { swapDesk: desk, liquidityDesk, ousd };
  context = await openScriptedContext(contracts, (chainId) => [
    ...swapHandlers({
      chainId,
      clock: () => new Date(),
      post: postGroups,
      onTraded: (tx, trades) =>
        recordUsesOfWallets(
          { tx },
          trades.map((trade) => ({ ...trade, kind: 'swap' })),
        ),
    }),
    ...liquidityHandlers({ chainId, onStake: (tx, stake) => recordStake({ tx }, stake) }),
  ]);
}, 60_000);
afterAll(() => context.close());

async function performanceOf(member: TestMember): Promise<{ day: number; kind: string; amount: bigint }[]> {
  const { rows } = await sql<{ day: number; kind: string; amount: bigint }>`
    select day - min(day) over () as day, kind, amount from performance_day where member_id = ${member.id}
    order by day, kind`.execute(context.db);
  return rows;
}

test('behavior: a final trade counts once, at its USDT side before the fee, to the whole millionth', async () => {
  const member = await addMember(context);
  const own = member.address ?? '0x';
  context.chain.mine([traded(own, { bought: true, usdt: 9n * coin, open: coin })]);
  await catchUp(context.follower());
  expect(await performanceOf(member)).toEqual([]);
  await happen(
    context,
    traded(own, { bought: false, usdt: 99n * coin, open: coin, fee: coin }),
    traded(own, { bought: true, usdt: coin + 1n, open: coin }),
    traded(newWallet(), { bought: true, usdt: 5n * coin, open: coin }),
  );
  await catchUp(context.follower());
  expect(await performanceOf(member)).toEqual([{ day: 0, kind: 'swap', amount: 110n * coin }]);
  const { rows } = await sql`select from performance_day where member_id <> ${member.id}`.execute(context.db);
  expect(rows).toEqual([]);
});

test('behavior: liquidity counts at what was paid in, and comes to nothing when all is removed', async () => {
  const member = await addMember(context);
  const own = member.address ?? '0x';
  const value = 600n * coin;
  await happen(context, addWorth(own, value));
  await passDays(context, 2);
  await happen(context, emitted('remove', own, [value / 3n, value / 3n, value / 3n, 0n, 0n, 0n]));
  expect(await performanceOf(member)).toEqual([
    { day: 0, kind: 'liquidity', amount: value },
    { day: 2, kind: 'liquidity', amount: -value / 3n },
  ]);
  await happen(context, emitted('remove', own, [(value / 3n) * 2n, value, 5n * value, 0n, 0n, 0n]));
  const sum = (await performanceOf(member)).reduce((all, { amount }) => all + amount, 0n);
  expect(sum).toBe(0n);
});

test('behavior: a removal takes the same share of what was counted away, whatever the weight has become', async () => {
  const weigh = (text: string) =>
    inTransaction(context.owner, (tx) =>
      writeSetting({ tx }, { name: 'teamWeightLiquidity', text, changedBy: 'installation' }),
    );
  const stakes = ({ id: memberId }: TestMember, before: bigint, after: bigint) =>
    inTransaction(context.db, (tx) =>
      recordStake({ tx }, { memberId, before: before * coin, after: after * coin, time: new Date() }),
    );
  const sumOf = async (member: TestMember) =>
    (await performanceOf(member)).reduce((all, { amount }) => all + amount, 0n);
  const [early, late] = [await addMember(context), await addMember(context)];
  await stakes(early, 0n, 600n);
  await weigh('5000');
  await stakes(late, 0n, 600n);
  await stakes(early, 600n, 200n);
  expect(await sumOf(early)).toBe(200n * coin);
  await stakes(early, 200n, 0n);
  expect(await sumOf(early)).toBe(0n);
  await weigh('10000');
  await stakes(late, 600n, 400n);
  expect(await sumOf(late)).toBe(200n * coin);
  await stakes(late, 400n, 0n);
  expect(await sumOf(late)).toBe(0n);
});

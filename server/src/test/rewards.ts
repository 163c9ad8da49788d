import { dayOf } from '@openmere/core/kit/day.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { postEntry } from '../ledger/post.ts';
import { grantPower, powerSource } from '../minting/power-store.ts';
import { upsertRecords } from '../minting/record-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { weekStart } from '../reward/period.ts';
import type { RewardSources, SettleDeps } from '../reward/sources.ts';
import { divideCommunityFees, divideFees } from '../swap/divide-fees.ts';
import { postGroups } from '../swap/post-groups.ts';
import { upsertTrades, tradeIdOf, tradeOf } from '../swap/trade-store.ts';
import type { TestContext } from './context.ts';
import { addMember } from './people.ts';
import type { MemberOptions, TestMember } from './people.ts';

export const DAY_MS = 86_400_000;
/** A Monday that is to come: fees that a test books by the system's clock lie before its end. */
export const firstDay = weekStart(dayOf(Date.now())) + 28;
export const noonOf = (day: number): Date => new Date((day + 0.5) * DAY_MS);

/** What neighbours would say; a test may change it. */
export type Figures = {
  performance: { memberId: string; day: number; amount: bigint }[];
  medals: { memberId: string; weight: bigint }[];
  thresholds: bigint[];
};

export function openFigures(): Figures {
  return {
    performance: [],
    medals: [],
    thresholds: [10_000n, 50_000n, 200_000n, 1_000_000n, 5_000_000n, 20_000_000n].map(
      (coins) => coins * oneCoin,
    ),
  };
}

export function sourcesOf(figures: Figures): RewardSources {
  return {
    power: powerSource,
    performance: {
      list: async (_, { from, to }) => figures.performance.filter(({ day }) => day >= from && day <= to),
      listWeek: async (_, monday) =>
        figures.performance.filter(({ day }) => day >= monday && day < monday + 7),
      listThresholds: async () => figures.thresholds,
    },
    listMedalWeights: async () => figures.medals,
  };
}

export function settleDeps(
  context: TestContext,
  figures: Figures,
  change: Partial<SettleDeps> = {},
): SettleDeps {
  return { db: context.db, chainId: 31_337, sources: sourcesOf(figures), post: postGroups, ...change };
}

/** A member who is activated, and has personal power since long ago. */
export async function addMiner(
  context: TestContext,
  { power = 200, ...options }: MemberOptions & { power?: number } = {},
): Promise<TestMember> {
  const member = await addMember(context, options);
  await activate(context, member.id);
  if (power > 0) await givePower(context, member.id, power);
  return member;
}

export async function activate(context: TestContext, memberId: string): Promise<void> {
  await sql`update member set activated_at = now() where id = ${memberId}`.execute(context.owner);
}

let lots = 0;
export async function givePower(
  context: TestContext,
  memberId: string,
  power: number,
  {
    kind = 'personal',
    at = noonOf(firstDay - 30),
  }: { kind?: 'personal' | 'dynamic' | 'bonus'; at?: Date } = {},
): Promise<void> {
  lots += 1;
  const row = { memberId, kind, amount: BigInt(power) * oneCoin, key: `test lot ${lots}`, reference: 'test' };
  await inTransaction(context.db, (tx) => grantPower(tx, { rows: [row], at }));
}

let trades = 0;
/** A final trade through the desk, its fee in USDT base units divided among the pools as the indexer does. */
export async function trade(context: TestContext, address: Hex, fee: bigint, at: Date): Promise<string> {
  trades += 1;
  const log = {
    chainId: 31_337,
    address,
    txHash: `0x${trades.toString(16).padStart(8, '0').padEnd(64, '0')}` as Hex,
    logIndex: 0,
    blockNumber: BigInt(trades),
    blockHash: `0x${'b'.repeat(64)}` as Hex,
    blockTime: at,
    topics: [],
    data: '0x' as Hex,
  };
  const event = { address, bought: true, usdt: fee * 200n, open: fee * 2_000n, fee, burned: 0n };
  await inTransaction(context.db, async (tx) => {
    await postEntry(tx, {
      key: `fee ${trades}`,
      kind: 'deposit',
      reference: `fee ${trades}`,
      actor: 'system:chain',
      postings: [{ source: 'treasury:bsc', destination: 'fee:swap', asset: 'USDT', amount: fee }],
    });
    await upsertTrades(tx, [tradeOf({ log, event }, 'final', true)]);
    await divideFees({ tx, post: postGroups }, [{ log, event }]);
  });
  return tradeIdOf(log);
}

/** A final sale of OPEN for USDO, its fee booked and divided as the indexer does. */
export async function sellForUsdo(
  context: TestContext,
  address: Hex,
  fee: bigint,
  at: Date,
): Promise<string> {
  trades += 1;
  const txHash: Hex = `0x${trades.toString(16).padStart(8, '0').padEnd(64, 'c')}`;
  const id = `mnt_${txHash.slice(2, 42)}-0`;
  const log = { chainId: 1, txHash, logIndex: 0, blockNumber: BigInt(trades) };
  await inTransaction(context.db, async (tx) => {
    await postEntry(tx, {
      key: `fee ${trades}`,
      kind: 'deposit',
      reference: `fee ${trades}`,
      actor: 'system:chain',
      postings: [{ source: 'treasury:bsc', destination: 'fee:usdo', asset: 'USDT', amount: fee }],
    });
    await upsertRecords(tx, [
      {
        id,
        chain_id: 1,
        address,
        type: 'usdo-open',
        status: 'final',
        consumed: fee * 2_000n,
        obtained: fee * 199n,
        price_e18: 99_500_000_000_000_000n,
        value_usdt: 0n,
        fee,
        burned: fee * 20n,
        to_market: 0n,
        member_id: null,
        tx_hash: txHash,
        log_index: 0,
        block_number: log.blockNumber,
        block_hash: `0x${'b'.repeat(64)}`,
        block_time: at,
      },
    ]);
    const fees = [{ log, reference: id, payer: address, fee }];
    await divideCommunityFees({ tx, post: postGroups }, { use: 'usdo', fees });
  });
  return id;
}

import { sql } from 'kysely';
import type { Tx } from '../platform/db/connect.ts';
import { copyIn, copyText } from '../platform/db/copy-in.ts';
import type { NewReward, RewardRow } from './tables.ts';

/** Rows of one statement, each of 19 parameters. */
const INSERT_MAX = 1_000;

/** Some rewards that no settlement writes; a row whose key is there already is left out. */
export async function insertRewards(tx: Tx, rewards: readonly NewReward[]): Promise<void> {
  for (let at = 0; at < rewards.length; at += INSERT_MAX)
    await tx
      .insertInto('reward')
      .values(rewards.slice(at, at + INSERT_MAX))
      .onConflict((conflict) => conflict.column('key').where('key', 'is not', null).doNothing())
      .execute();
}

const columns = `member_id, kind, coin_id, amount, status, pool, period, payer, level, rate_bps, already_bps, base, weight, weight_total,
  reason, missing, at, key`;

/** Rewards as they are copied. Made while others are written. */
export function textOf(rewards: readonly NewReward[]): string {
  let text = '';
  let [at, time] = [rewards[0]?.at, ''];
  for (const one of rewards) {
    // Most are of one moment.
    if (time === '' || one.at !== at) [at, time] = [one.at, one.at.toISOString()];
    text += `${copyText(one.member_id)}\t${one.kind}\t${one.coin_id}\t${one.amount}\t${one.status}\t${one.pool}\t${one.period}\t${copyText(one.payer)}\t`;
    text += `${one.level ?? NONE}\t${one.rate_bps ?? NONE}\t${one.already_bps ?? NONE}\t${one.base ?? NONE}\t${one.weight ?? NONE}\t`;
    text += `${one.weight_total ?? NONE}\t${one.reason ?? NONE}\t${one.missing ?? NONE}\t${time}\t${copyText(one.key)}\n`;
  }
  return text;
}
const NONE = copyText(null);

/** Writes rewards in their order. */
export async function copyRewards(tx: Tx, text: string): Promise<void> {
  await copyIn(tx, `reward (${columns})`, text);
}

/** No reward that is there has a higher serial; 0 where there is none. Index: reward_pkey. */
export async function lastSerial(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ last: bigint }>`select coalesce(max(serial), 0) as last from reward`.execute(
    tx,
  );
  return rows[0]?.last ?? 0n;
}

export type YieldReward = Pick<RewardRow, 'member_id' | 'kind' | 'amount'>;

/** The rewards of a settlement's batch, in their order. */
export async function listYield(tx: Tx, { from, to }: { from: bigint; to: bigint }): Promise<YieldReward[]> {
  const { rows } = await sql<YieldReward>`
    select member_id, kind, amount from reward where serial between ${from} and ${to} and pool = 'yield' order by serial`.execute(
    tx,
  );
  return rows;
}

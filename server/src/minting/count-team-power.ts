import { assert } from '@openmere/core/kit/fault.ts';
import { buildTree, NOBODY, performanceUnit, sumTeams } from '@openmere/core/reward/tree.ts';
import type { DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import {
  beginCount,
  listPowerHolders,
  lockPowerRound,
  newestPower,
  savePowerRound,
  saveTeamPower,
} from './team-power-store.ts';
import type { PowerHolder } from './team-power-store.ts';

const PAGE = 50_000;

/**
 * Counts the power of every member's team anew when power was granted or used since the last count, and once more after that: what
 * was under way beside a count is in the next. Each member's own power is rounded down to whole millionths.
 * @returns whether anything was counted.
 */
export async function countTeamPower({ db }: DbCtx): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await beginCount(tx);
    const last = await lockPowerRound(tx);
    const newest = await newestPower(tx);
    const isNews = newest.lot !== last.lot || newest.deduction !== last.deduction;
    if (!isNews && last.settled) return false;
    await countAll(tx);
    await savePowerRound(tx, { ...newest, settled: !isNews });
    return true;
  });
}

/** So many times as long as a count took, none follows: everybody is read for a single minting, and a million take seconds. */
const REST = 20;

/** Counts when it is asked, but for the rest after a count. @param clock milliseconds that only go on. */
export function openTeamPower(
  ctx: DbCtx,
  clock: () => number = () => performance.now(),
): () => Promise<boolean> {
  let restsUntil = 0;
  return async () => {
    const began = clock();
    if (began < restsUntil) return false;
    const counted = await countTeamPower(ctx);
    const ended = clock();
    restsUntil = counted ? ended + (ended - began) * REST : 0;
    return counted;
  };
}

async function countAll(tx: Tx): Promise<void> {
  const members = await readMembers(tx);
  const indexes = new Map(members.map(({ serial }, index) => [serial, index]));
  const inviters = Int32Array.from(members, ({ inviter }) => {
    const index = inviter === null ? NOBODY : indexes.get(inviter);
    assert(index !== undefined, 'an inviter is registered before those whom they invited');
    return index;
  });
  const own = BigInt64Array.from(members, ({ power }) => power / performanceUnit);
  const { team } = sumTeams(buildTree(inviters), own);
  for (let at = 0; at < members.length; at += PAGE) {
    const serials = members.slice(at, at + PAGE).map(({ serial }) => serial);
    const powers = [...team.subarray(at, at + PAGE)].map((power) => power * performanceUnit);
    await saveTeamPower(tx, serials, powers);
  }
}

async function readMembers(tx: Tx): Promise<PowerHolder[]> {
  const members: PowerHolder[] = [];
  for (;;) {
    const page = await listPowerHolders(tx, members.at(-1)?.serial ?? 0n, PAGE);
    members.push(...page);
    if (page.length < PAGE) return members;
  }
}

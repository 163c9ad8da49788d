import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { dayOf, endOfDay } from '@openmere/core/kit/day.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { JournalEntry, Posting } from '@openmere/core/ledger/entry.ts';
import { missingPower } from '@openmere/core/minting/power.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { claimRewards } from '@openmere/core/reward/contract.ts';
import { findMember } from '../member/store.ts';
import { powerOf } from '../minting/power-store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { readSettings } from '../setting/read.ts';
import { findClaim, insertClaim, lockClaims } from './claim-store.ts';
import { addClaimed } from './kept-sums-store.ts';
import type { PowerRow, PowerSource } from './power-source.ts';
import { parseRewardId } from './reward-id.ts';
import { findReward, hasClaimable, lockClaimable, markClaimed } from './reward-store.ts';
import type { ClaimableReward } from './reward-store.ts';

export type ClaimDeps = {
  /** Posts an entry of the ledger in the transaction, and tells the members whose balances it changes. */
  post(tx: Tx, entry: JournalEntry): Promise<unknown>;
  power: Pick<PowerSource, 'usePower' | 'grantPower'>;
};

type Input = CallParsed<typeof claimRewards>;
type Output = CallResult<typeof claimRewards>;

/** Of one request: more stay for the next, which the answer says. */
const ROWS_MAX = 5_000;
/** Bonus hash power that a claim grants; no coin of the ledger. */
const POWER_UNIT = 'POWER';

/**
 * Users/linqu: claims one reward, those of a kind, or all. The same requestId answers the same, before any refusal; with another
 * target it is `ledger.keyconflict`. Then in order: `member.notactivated`, `reward.notfound`, and where nothing can be claimed
 * `reward.nothingpower` or `reward.nothing`, which say what is missing.
 */
export async function claimRewardsOf(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & ClaimDeps,
  input: Input,
): Promise<Output> {
  const { tx, actor } = ctx;
  const target = input.id ?? input.kind ?? '*';
  const member = await findMember(tx, actor.id);
  // Whoever finds nothing waits for nobody. Looked at before the request is, which another claim may be answering just now.
  const isAny = await hasClaimable(tx, actor.id);
  if (isAny) await lockClaims(tx, actor.id);
  const known = await findClaim(tx, actor.id, input.requestId);
  const hasMore = async (count: number): Promise<boolean> =>
    count === ROWS_MAX && (await lockClaimable(tx, actor.id, { kind: input.kind }, 1)).length > 0;
  if (known) {
    if (known.target !== target) throw new Refusal('ledger.keyconflict');
    const sums = new Map(Object.entries(known.sums).map(([coin, sum]) => [coin, BigInt(sum)]));
    return answer({ count: known.count, sums, more: await hasMore(known.count) });
  }
  if (!member?.activatedAt) throw new Refusal('member.notactivated');
  const serial = input.id === undefined ? undefined : await findSerial(tx, actor.id, input.id);
  const rows = isAny ? await lockClaimable(tx, actor.id, { serial, kind: input.kind }, ROWS_MAX) : [];
  const now = await businessNow(tx);
  if (rows.length === 0) throw await refuseNothing(tx, actor.id, now);
  const claimId = newId('clm');
  const serials = rows.map((row) => row.serial);
  await markClaimed(tx, serials, claimId);
  await addClaimed(tx, actor.id, serials);
  await movePower(ctx, rows, { claimId, now });
  const postings = postingsOf(actor.id, rows);
  if (postings.length > 0) {
    await ctx.post(tx, {
      key: claimId,
      kind: 'reward-claim',
      reference: claimId,
      data: { count: rows.length },
      actor: `member:${actor.id}`,
      postings,
    });
  }
  const sums = sumBy(rows, (row) => row.coin_id);
  await insertClaim(tx, {
    id: claimId,
    member_id: actor.id,
    request_id: input.requestId,
    target,
    count: rows.length,
    sums: Object.fromEntries([...sums].map(([coin, sum]) => [coin, String(sum)])),
    claimed_at: now,
  });
  return answer({ count: rows.length, sums, more: await hasMore(rows.length) });
}

async function findSerial(tx: Tx, memberId: string, id: string): Promise<bigint> {
  const serial = parseRewardId(id);
  const found = serial === undefined ? undefined : await findReward(tx, memberId, serial);
  if (!found) throw new Refusal('reward.notfound');
  return found.serial;
}

/** What is missing: power, without which fees of others bring nothing; else the day's settlement. */
async function refuseNothing(tx: Tx, memberId: string, now: Date): Promise<Refusal> {
  const at = new Date(endOfDay(dayOf(now.getTime()))).toISOString();
  const { mintingThreshold: threshold, mintingThresholdInclusive: inclusive } = await readSettings(tx);
  const { power } = await powerOf(tx, memberId);
  const missing = missingPower(power.personal, { threshold, inclusive });
  if (missing > 0n) return new Refusal('reward.nothingpower', { missing: formatAmount(missing), at });
  return new Refusal('reward.nothing', { at });
}

/** Bonus power is granted; the yield of dynamic and bonus power uses that power up (rulebook §9). */
async function movePower(
  { tx, power, actor }: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & ClaimDeps,
  rows: readonly ClaimableReward[],
  { claimId, now }: { claimId: string; now: Date },
): Promise<void> {
  const memberId = actor.id;
  const used: PowerRow[] = [...sumBy(rows.filter(isYield), (row) => row.kind)].map(([kind, amount]) => ({
    memberId,
    kind: kind === 'dynamic' ? 'dynamic' : 'bonus',
    amount,
  }));
  if (used.length > 0) await power.usePower(tx, { rows: used, key: `claim:${claimId}`, at: now });
  const granted = rows.filter((row) => row.coin_id === POWER_UNIT);
  if (granted.length === 0) return;
  await power.grantPower(tx, {
    rows: granted.map(({ serial, amount }) => ({
      memberId,
      kind: 'bonus',
      amount,
      key: `reward:${serial}`,
      reference: claimId,
    })),
    at: now,
  });
}

const isYield = ({ pool, coin_id: coin }: ClaimableReward): boolean => pool === 'yield' && coin === 'POY';

/** POY is reserved for in USDT at the same time as it is made (rulebook §2). */
function postingsOf(memberId: string, rows: readonly ClaimableReward[]): Posting[] {
  const destination = availableAccount(memberId);
  const money = rows.filter((row) => row.coin_id !== POWER_UNIT);
  return [...sumBy(money, (row) => row.coin_id)].flatMap(([asset, amount]): Posting[] =>
    asset === 'POY'
      ? [
          { source: 'pool:rewards-due', destination: 'pool:poy', asset: 'USDT', amount },
          { source: 'world', destination, asset, amount },
        ]
      : [{ source: 'pool:rewards-due', destination, asset, amount }],
  );
}

function sumBy(
  rows: readonly ClaimableReward[],
  keyOf: (row: ClaimableReward) => string,
): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0n) + row.amount);
  return sums;
}

type Answer = { count: number; sums: ReadonlyMap<string, bigint>; more: boolean };

function answer({ count, sums, more }: Answer): Output {
  const claimed = [...sums].map(([coinid, sum]) => ({ coinid, amount: formatAmount(sum) }));
  return { count, claimed: claimed.sort((a, b) => (a.coinid < b.coinid ? -1 : 1)), more };
}

import { activityBonusMoved, activityPlaces } from '@openmere/core/activity/contract.ts';
import type { BonusKind } from '@openmere/core/activity/contract.ts';
import { depositBonusDown, refusalOf } from '@openmere/core/activity/rules.ts';
import type { BonusRefusal, DepositRule } from '@openmere/core/activity/rules.ts';
import { dayOf } from '@openmere/core/kit/day.ts';
import { mayOnlyLeave } from '../member/only-leave.ts';
import { findMember } from '../member/store.ts';
import { businessNow } from '../platform/business-clock.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { toEveryone, toMembers } from '../platform/outbox.ts';
import { insertRewards } from '../reward/written-store.ts';
import { readSettings } from '../setting/read.ts';
import type { Settings } from '../setting/read.ts';
import {
  findTakerFacts,
  listActivatedIn,
  listFirstDeposits,
  listTakenBackOrders,
} from './candidate-store.ts';
import type { Candidate, PersonFacts, Round, Window } from './candidate-store.ts';
import { keptOf } from './kept.ts';
import {
  endHeld,
  insertBonus,
  lastPlace,
  listDue,
  listUnrewarded,
  markRewarded,
  tryLockHeld,
  tryLockRound,
} from './store.ts';
import type { Bonus } from './tables.ts';

/** Decided in one transaction. */
const BATCH = 200;
const DAY_MS = 86_400_000;

/** The window of the settings, by the chain's time; undefined when no activity is planned. */
export function windowOf({ activityStarts, activityEnds }: Settings): Window | undefined {
  if (activityStarts === '' || activityEnds <= activityStarts) return undefined;
  return { starts: new Date(activityStarts), ends: new Date(activityEnds) };
}

export function depositRuleOf({ activityDepositTiers, activityDepositMost }: Settings): DepositRule {
  return { tiers: activityDepositTiers, most: activityDepositMost };
}

/** Bonuses are switched off in the person's country. */
function isOff(
  { activityBonusOffCountries: off }: Settings,
  { country }: Pick<PersonFacts, 'country'>,
): boolean {
  return country !== null && off.includes(country);
}

/**
 * Decides what there is to decide: who of those who activated has a place among the first, whose deposit has a bonus, whose
 * has stayed. Only of final blocks, and in their order; twice at once or again after a crash it decides the same. Where another
 * settler is at it, it is left to that one.
 * @returns how many bonuses were decided or begun.
 */
export async function settleActivity(ctx: { db: Db; signal?: AbortSignal | undefined }): Promise<number> {
  const { db, signal } = ctx;
  const ended = await repeat(ctx, settleHeld);
  const window = windowOf(await readSettings(db));
  if (!window || signal?.aborted === true) return ended;
  const begun = await repeat(ctx, async (tx) => {
    const round = await tryLockRound(tx, window, await businessNow(tx));
    return round ? (await settleFirst(tx, round)) + (await settleDeposits(tx, round)) : 0;
  });
  return ended + begun;
}

/** Batch by batch, each in a transaction of its own, until nothing is left. */
async function repeat(
  { db, signal }: { db: Db; signal?: AbortSignal | undefined },
  decide: (tx: Tx) => Promise<number>,
): Promise<number> {
  for (let all = 0; ;) {
    const decided = await inTransaction(db, async (tx) => {
      const count = await decide(tx);
      await rewardGiven(tx);
      return count;
    });
    all += decided;
    if (decided === 0 || signal?.aborted === true) return all;
  }
}

/** Places by the order of the chain; whoever is refused takes none. */
async function settleFirst(tx: Tx, window: Round): Promise<number> {
  const settings = await readSettings(tx);
  const { activityFirstCount: count, activityFirstBonus: power } = settings;
  const candidates = await listActivatedIn(tx, window, BATCH);
  if (candidates.length === 0) return 0;
  const now = await businessNow(tx);
  const before = await lastPlace(tx, window.round);
  let place = before;
  const told: Bonus[] = [];
  for (const candidate of candidates) {
    const facts = await findTakerFacts(tx, 'first', candidate);
    const countryOff = isOff(settings, facts);
    const reason = refusalOf({ ...facts, countryOff, full: place >= count || power === 0n }) ?? null;
    if (reason === null) place += 1;
    const bonus: Bonus = {
      ...blankOf(window, 'first', candidate),
      ...(reason === null ? { status: 'given', place, power } : { status: 'refused', reason }),
      decided_at: now,
    };
    await insertBonus(tx, bonus);
    told.push(bonus);
  }
  await announce(tx, told);
  if (place > before) await toEveryone(tx, activityPlaces, { left: Math.max(0, count - place) });
  return candidates.length;
}

/** A deposit begins to be held, or is refused at once. */
async function settleDeposits(tx: Tx, window: Round): Promise<number> {
  const settings = await readSettings(tx);
  const { activityDepositTiers: tiers, activityHoldDays: days } = settings;
  const least = tiers[0]?.from ?? 0n;
  const candidates = await listFirstDeposits(tx, window, least, BATCH);
  if (candidates.length === 0) return 0;
  const now = await businessNow(tx);
  const told: Bonus[] = [];
  for (const candidate of candidates) {
    const { depositId, fiatOrderId, amount, at, released } = candidate;
    // What was there all the time has stayed since its block, what suspense held back from now on.
    const stays = released ? now : at;
    const facts = await findTakerFacts(tx, 'deposit', candidate);
    const reason = refusalOf({ ...facts, countryOff: isOff(settings, facts), full: false }) ?? null;
    const bonus: Bonus = {
      ...blankOf(window, 'deposit', candidate),
      status: reason === null ? 'held' : 'refused',
      reason,
      deposit_id: depositId,
      fiat_order_id: fiatOrderId,
      amount,
      kept: amount,
      due_at: new Date(stays.getTime() + days * DAY_MS),
      decided_at: now,
    };
    await insertBonus(tx, bonus);
    told.push(bonus);
  }
  await announce(tx, told);
  return candidates.length;
}

/** Whose money had to stay until now is given what stayed earns. */
async function settleHeld(tx: Tx): Promise<number> {
  if (!(await tryLockHeld(tx))) return 0;
  const now = await businessNow(tx);
  const due = await listDue(tx, now, BATCH);
  if (due.length === 0) return 0;
  const settings = await readSettings(tx);
  const rule = depositRuleOf(settings);
  const barring = await listBarring(tx, settings, due);
  const orderIds = due.flatMap((bonus) => bonus.fiat_order_id ?? []);
  const takenBack = await listTakenBackOrders(tx, orderIds);
  const ended: Bonus[] = [];
  for (const bonus of due) {
    // Its member keeps what was credited, but that is the house's money by now (decision 0311).
    const kept = takenBack.has(bonus.fiat_order_id ?? '') ? 0n : await keptOf({ tx }, bonus);
    const barred = barring.get(bonus.id);
    const power = barred === undefined ? depositBonusDown(kept, rule) : 0n;
    const end =
      power > 0n
        ? { status: 'given' as const }
        : { status: 'refused' as const, reason: barred ?? ('notkept' as const) };
    ended.push({ ...bonus, kept, power, ...end, decided_at: now });
  }
  await endHeld(tx, ended);
  await announce(tx, ended);
  return ended.length;
}

/** What speaks against whom by now, though nothing did when their deposit began to be held: by the bonus. */
async function listBarring(
  tx: Tx,
  settings: Settings,
  due: readonly Bonus[],
): Promise<Map<string, BonusRefusal>> {
  const barring = new Map<string, BonusRefusal>();
  for (const { id, member_id: memberId } of due) {
    const member = await findMember(tx, memberId);
    if (!member || (await mayOnlyLeave({ tx }, member))) barring.set(id, 'exitonly');
    else if (isOff(settings, member)) barring.set(id, 'country');
  }
  return barring;
}

/**
 * What was given becomes a reward, which is claimed like any other; by its key, once. In the transaction that tells of it: whoever is
 * told finds it there.
 */
async function rewardGiven(tx: Tx): Promise<void> {
  const now = await businessNow(tx);
  for (let given = await nextUnrewarded(tx); given.length > 0; given = await nextUnrewarded(tx))
    await insertGiven(tx, given, now);
}

const nextUnrewarded = (tx: Tx): Promise<Bonus[]> => listUnrewarded(tx, BATCH);

/** The key of the reward that a bonus becomes. */
export const rewardKeyOf = ({ id }: Pick<Bonus, 'id'>): string => `activity:${id}`;

async function insertGiven(tx: Tx, given: readonly Bonus[], now: Date): Promise<void> {
  await insertRewards(
    tx,
    given.map((bonus) => ({
      member_id: bonus.member_id,
      kind: 'bonus' as const,
      coin_id: 'POWER',
      amount: bonus.power,
      status: 'claimable' as const,
      // Power is no money: nothing of a pool stands behind it.
      pool: 'activity',
      period: dayOf(now.getTime()),
      payer: null,
      level: null,
      rate_bps: null,
      already_bps: null,
      base: bonus.kept,
      weight: null,
      weight_total: null,
      reason: null,
      missing: null,
      at: now,
      key: rewardKeyOf(bonus),
    })),
  );
  await markRewarded(
    tx,
    given.map(({ id }) => id),
    now,
  );
}

function blankOf(
  window: Round,
  kind: BonusKind,
  { memberId, familyId, at }: Candidate,
): Omit<Bonus, 'status' | 'decided_at'> {
  return {
    id: newId('bon'),
    round: window.round,
    kind,
    member_id: memberId,
    family_id: familyId,
    reason: null,
    happened_at: at,
    place: null,
    deposit_id: null,
    fiat_order_id: null,
    amount: null,
    kept: null,
    kept_through: null,
    due_at: null,
    power: 0n,
    rewarded_at: null,
  };
}

function announce(tx: Tx, bonuses: readonly Bonus[]): Promise<void> {
  return toMembers(
    tx,
    activityBonusMoved,
    bonuses.map(({ member_id: memberId, kind: bonus, status }) => ({ memberId, data: { bonus, status } })),
  );
}

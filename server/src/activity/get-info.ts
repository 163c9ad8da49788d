import type { ActivityBonus, activityInfo, adminBonuses } from '@openmere/core/activity/contract.ts';
import { activityState, depositBonusDown } from '@openmere/core/activity/rules.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findMember, findMemberBySearch, listNicknames } from '../member/store.ts';
import type { MemberActor, VisitorActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { sumClaimable } from '../reward/reward-store.ts';
import { readSettings } from '../setting/read.ts';
import type { Settings } from '../setting/read.ts';
import { readKept } from './kept.ts';
import { depositRuleOf, rewardKeyOf, windowOf } from './settle.ts';
import { findRound, lastPlace, listAllBonuses, listBonuses, noteKept } from './store.ts';
import type { Bonus } from './tables.ts';

/** So many entries are not read twice: whoever moves money all day would wait for them at each opening. */
const MANY = 1_000;
/** What one basis point is of a coin, in base units. */
const BPS_E18 = 10n ** 14n;

/** Activity/Info: for everybody, and with a login one's own bonuses. */
export async function getInfo(
  ctx: Pick<Ctx<VisitorActor | MemberActor>, 'tx' | 'actor'>,
): Promise<CallResult<typeof activityInfo>> {
  const { tx, actor } = ctx;
  const settings = await readSettings(tx);
  const window = windowOf(settings);
  const now = await businessNow(tx);
  const count = settings.activityFirstCount;
  const taken = window ? await lastPlace(tx, (await findRound(tx, window)).round) : 0;
  const times = window && { starts: window.starts.getTime(), ends: window.ends.getTime() };
  return {
    state: activityState(times, now.getTime()),
    starts: window?.starts.toISOString() ?? null,
    ends: window?.ends.toISOString() ?? null,
    now: now.toISOString(),
    first: { count, left: Math.max(0, count - taken), bonus: formatAmount(settings.activityFirstBonus) },
    deposit: {
      tiers: settings.activityDepositTiers.map(({ from, bps }) => ({
        from: formatAmount(from),
        factor: formatAmount(BigInt(bps) * BPS_E18),
      })),
      most: formatAmount(settings.activityDepositMost),
      holddays: settings.activityHoldDays,
    },
    own: actor.kind === 'member' ? await getOwn(ctx, actor.id, settings) : null,
  };
}

async function getOwn({ tx }: Pick<Ctx, 'tx'>, memberId: string, settings: Settings) {
  const member = await findMember(tx, memberId);
  const bonuses: Bonus[] = [];
  for (const bonus of await listBonuses(tx, memberId)) {
    if (bonus.status !== 'held') {
      bonuses.push(bonus);
      continue;
    }
    const read = await readKept({ tx }, bonus);
    if (read.count >= MANY) await noteKept(tx, bonus, read);
    bonuses.push({ ...bonus, kept: read.kept });
  }
  const rule = depositRuleOf(settings);
  const claimable = await sumClaimable(tx, bonuses.map(rewardKeyOf));
  return {
    activated: member !== undefined && member.activatedAt !== null,
    countryoff: settings.activityBonusOffCountries.includes(member?.country ?? ''),
    claimable: formatAmount(claimable),
    bonuses: bonuses.map((bonus) => rowOf(bonus, depositBonusDown(bonus.kept ?? 0n, rule))),
  };
}

/** Admin/Bonuses. */
export async function listConsoleBonuses(
  { tx }: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminBonuses>,
): Promise<CallResult<typeof adminBonuses>> {
  const { search } = input;
  const memberId = search === undefined ? undefined : ((await findMemberBySearch(tx, search)) ?? '');
  const page = await readPage(
    { ...input, list: 'bonuses' },
    (before, limit) => listAllBonuses(tx, { memberId, before, limit }),
    ({ id }) => id,
  );
  const rule = depositRuleOf(await readSettings(tx));
  const nicknames = await listNicknames(
    tx,
    page.list.map(({ member_id }) => member_id),
  );
  const bonuses = await withKept({ tx }, page.list);
  const list = bonuses.map((bonus) => ({
    ...rowOf(bonus, depositBonusDown(bonus.kept ?? 0n, rule)),
    userid: bonus.member_id,
    nickname: nicknames.get(bonus.member_id) ?? '',
    source: bonus.deposit_id ?? bonus.fiat_order_id,
    decided: bonus.decided_at.toISOString(),
  }));
  return { ...page, list };
}

/** What is held, with what stayed so far. */
async function withKept(ctx: Pick<Ctx, 'tx'>, bonuses: readonly Bonus[]): Promise<Bonus[]> {
  const noted: Bonus[] = [];
  for (const bonus of bonuses)
    noted.push(bonus.status === 'held' ? { ...bonus, kept: (await readKept(ctx, bonus)).kept } : bonus);
  return noted;
}

/** What is held shows what there is in it if everything stays as it is. */
function rowOf(bonus: Bonus, expected: bigint): ActivityBonus {
  const { id, kind, status, place, amount, kept, power, reason } = bonus;
  return {
    id,
    kind,
    status,
    time: bonus.happened_at.toISOString(),
    place,
    deposit: amount === null ? null : formatAmount(amount),
    kept: kept === null ? null : formatAmount(kept),
    power: formatAmount(status === 'held' ? expected : power),
    dueat: bonus.due_at?.toISOString() ?? null,
    reason,
  };
}

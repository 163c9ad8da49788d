import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { maskNickname } from '@openmere/core/member/rules.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { rewardDetail } from '@openmere/core/reward/contract.ts';
import { rewardPools } from '@openmere/core/reward/kinds.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx, ReadCtx } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { translate } from '../platform/text.ts';
import { findClaimTime } from './claim-store.ts';
import { countFeesOf, listFeesOf } from './fee-store.ts';
import { showReward } from './list-rewards.ts';
import { parseRewardId } from './reward-id.ts';
import { findReward } from './reward-store.ts';
import type { StandingReward } from './reward-store.ts';

type Output = CallOutput<typeof rewardDetail>;
type Step = Output['steps'][number];

/** Fee events of one payer and day that are shown one by one; the sum is of all. */
const FEES_MAX = 100;
/** How ids of mintings begin: OPEN turned into USDO pays the fee of a trade. */
const MINTING_ID = 'mnt_';
const BPS_PER_PERCENT = 10n ** 16n;

/** Users/RewardDetail: the reward with its steps. Somebody else's is not there: `reward.notfound`. */
export async function getReward(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof rewardDetail>,
): Promise<CallResult<typeof rewardDetail>> {
  const { tx, actor } = ctx;
  const serial = parseRewardId(input.id);
  const row = serial === undefined ? undefined : await findReward(tx, actor.id, serial);
  if (!row) throw new Refusal('reward.notfound');
  return explainReward({ tx }, { row, locale: actor.from.locale });
}

/** How a sum came about, from what was kept when it was decided. The console shows the same. */
export async function explainReward(
  ctx: ReadCtx,
  { row, locale }: { row: StandingReward; locale: Locale },
): Promise<Output> {
  const db = ctx.tx;
  const steps = [
    ...(await feeSteps(db, row)),
    ...shareSteps(row),
    ...(row.settled_at ? [{ ...stepOf(row, 'settled'), time: row.settled_at.toISOString() }] : []),
    ...(await claimSteps(db, row)),
  ];
  const shown = { ...showReward(row, locale), steps };
  const reason = reasonText(row, locale);
  return reason === null ? shown : { ...shown, reason };
}

/** Why nothing was earned; null where it was. */
export function reasonText(row: StandingReward, locale: Locale): string | null {
  if (row.reason === null) return null;
  return translate(locale, `reward.reason.${row.reason}`, { missing: formatAmount(row.missing ?? 0n) });
}

function stepOf(row: StandingReward, step: Step['step']): Step {
  return {
    step,
    time: null,
    event: null,
    payer: null,
    fee: null,
    level: null,
    rate: null,
    alreadypaid: null,
    weight: null,
    weighttotal: null,
    count: null,
    amount: formatAmount(row.amount),
    coinid: row.coin_id,
    pool: rewardPools.find((pool) => pool === row.pool) ?? null,
  };
}

/** The payer's fee events of the day, and the sum of their parts, which is what was divided. */
async function feeSteps(db: Db | Tx, row: StandingReward): Promise<Step[]> {
  if (row.payer === null) return [];
  const of = { day: row.period, payer: row.payer, coinId: row.coin_id };
  const fees = await listFeesOf(db, of, FEES_MAX);
  const count = fees.length < FEES_MAX ? fees.length : await countFeesOf(db, of);
  const payer = await maskPayer(db, row.payer);
  const facts = {
    payer,
    level: row.level,
    rate: percentOf(row.rate_bps),
    alreadypaid: percentOf(row.already_bps),
  };
  const events = fees.map((fee) => ({
    ...stepOf(row, 'fee'),
    ...facts,
    time: fee.at.toISOString(),
    event: fee.reference.startsWith(MINTING_ID) ? ('usdo' as const) : fee.source,
    fee: formatAmount(fee.fee),
    amount: formatAmount(fee.part),
  }));
  return [...events, { ...stepOf(row, 'sum'), payer, count, amount: formatAmount(row.base ?? 0n) }];
}

async function maskPayer(db: Db | Tx, payer: string): Promise<string> {
  const member = await findMember(db, payer);
  return member ? maskNickname(member.nickname) : `${payer.slice(0, 4)}***${payer.slice(-2)}`;
}

function shareSteps(row: StandingReward): Step[] {
  const share = {
    ...stepOf(row, 'share'),
    level: row.level,
    rate: percentOf(row.rate_bps),
    alreadypaid: percentOf(row.already_bps),
    weight: row.weight === null ? null : String(row.weight),
    weighttotal: row.weight_total === null ? null : String(row.weight_total),
  };
  const out =
    row.payer === null && row.base !== null
      ? [{ ...stepOf(row, 'sum'), amount: formatAmount(row.base) }]
      : [];
  return [...out, share, stepOf(row, 'pool')];
}

/** Basis points as percent in plain decimals. */
function percentOf(bps: number | null): string | null {
  return bps === null ? null : formatAmount(BigInt(bps) * BPS_PER_PERCENT);
}

async function claimSteps(db: Db | Tx, row: StandingReward): Promise<Step[]> {
  if (row.claim_id === null) return [];
  const at = await findClaimTime(db, row.claim_id);
  return at ? [{ ...stepOf(row, 'claimed'), time: at.toISOString() }] : [];
}

import type { Amount } from '@openmere/core/money/amount.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { Decider } from '@openmere/core/withdrawal/state.ts';
import type { Screening } from '../member/sanctions-store.ts';

/** What is known about a request at the moment it is made; money in base units, ages in hours. */
export type RiskFacts = {
  amount: Amount;
  /** The same in USDT; so are all sums over several coins below. */
  value: Amount;
  /** The family's other withdrawals that are open or of the last 24 hours and that fewer than two operators decide. */
  unseenByTwo: Amount;
  /** Withdrawals of the family that a person or the rules let pass, ever. */
  passedBefore: number;
  /** The same, after the wallet was bound, and after the payment password was last set. */
  passedSinceWallet: number;
  passedSincePaypassword: number;
  /** The largest that passed before, per coin. */
  largestBefore: Amount;
  /** Asked for within 24 hours by the family, this one not counted; rejected and cancelled ones left out. */
  askedToday: number;
  amountToday: Amount;
  /** Approved by rule, without a person, within 24 hours. */
  automaticToday: { family: Amount; total: Amount };
  newDevice: boolean;
  passwordAgeHours: number | null;
  /** It was set by the member after the registration, or by whoever took the account. */
  passwordChanged: boolean;
  sharedMembers: number;
  /** Available before this request, and how much of it came in within the configured hours, also through others. */
  available: Amount;
  youngMoney: Amount;
  screening: Screening;
  /** Whether an operator confirmed who this is. */
  identityApproved: boolean;
  /** What the treasury could pay `ageMs` ago and what waits before this one; null when not known. */
  cover: { holds: Amount; ageMs: number; waiting: Amount } | null;
};

/** Thresholds: configuration, known to the server only (architecture.md, "core is public"). */
export type RiskPolicy = {
  reviewScore: number;
  largeAmount: Amount;
  automaticDaily: Amount;
  automaticDailyTotal: Amount;
  /** Requests a day from which on the next one counts as many. */
  velocityCount: number;
  historyFactor: bigint;
  passwordHours: number;
  sharedMembersMax: number;
  /** Whether nobody is paid without being compared with a sanctions list. */
  screeningRequired: boolean;
};

/** Every check has its sentence in server/src/locales under `withdrawal.check.<name>`. */
export const riskChecks = [
  'address',
  'paypassword',
  'firstwithdrawal',
  'device',
  'password',
  'velocity',
  'history',
  'depositage',
  'shared',
  'sanctions',
  'dailylimit',
  'largeamount',
  'identity',
  'cover',
] as const;
export type RiskCheck = (typeof riskChecks)[number];
/** `unchecked`: nothing was compared, and nobody waits for it. */
export type RiskOutcome = 'pass' | 'held' | 'unchecked';
export type RiskResult = {
  check: RiskCheck;
  result: RiskOutcome;
  /** Figures for the member: never thresholds. */
  params: Record<string, string | number>;
};
export type RiskVerdict = { results: RiskResult[]; score: number; decider: Decider };

/** `force` sends it to a person whatever the score; the score shown to operators stops at 100. */
const weights: Readonly<Record<RiskCheck, number | 'force'>> = {
  address: 'force',
  paypassword: 'force',
  firstwithdrawal: 20,
  device: 50,
  password: 50,
  velocity: 30,
  history: 30,
  depositage: 30,
  shared: 30,
  sanctions: 'force',
  dailylimit: 'force',
  largeamount: 'force',
  // Never held; who is confirmed is trusted more instead (TRUST_SCORE).
  identity: 0,
  // The signer waits for cover by itself; a person cannot conjure it.
  cover: 0,
};
const FORCED_SCORE = 50;
/**
 * What a confirmed identity takes off the weak signs: two of them need no person then. Off nothing else: whoever stole the account has a
 * new device or a changed password, and it is the owner who was confirmed.
 */
const TRUST_SCORE = 20;
const STRONG_SCORE = 50;

/**
 * Scores a request (rulebook §5). Pure: the same facts and policy always give the same receipt. Large amounts need two
 * operators; a forced check or a score at the threshold needs one; the rest is approved by rule.
 */
export function assessRisk(facts: RiskFacts, policy: RiskPolicy): RiskVerdict {
  const results = riskChecks.flatMap((check): RiskResult[] => {
    const finding = findings[check](facts, policy);
    if (finding === undefined) return [];
    const result = finding.held ? 'held' : finding.unchecked ? 'unchecked' : 'pass';
    return [{ check, result, params: finding.params }];
  });
  const held = results.filter(({ result }) => result === 'held').map(({ check }) => check);
  const scores = held.map((check) => {
    const weight = weights[check];
    return weight === 'force' ? FORCED_SCORE : weight;
  });
  const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);
  const weak = sum(scores.filter((one) => one < STRONG_SCORE));
  const trust = facts.identityApproved ? Math.min(weak, TRUST_SCORE) : 0;
  const score = sum(scores) - trust;
  const forced = held.some((check) => weights[check] === 'force');
  const decider = held.includes('largeamount')
    ? 'twooperators'
    : forced || score >= policy.reviewScore
      ? 'operator'
      : 'none';
  return { results, score: Math.min(score, 100), decider };
}

/**
 * The receipt of what the rules let pass, once the day's limits are used up: held by that check, with what it weighs. `family`: what
 * the rules let out of the family's money within the day.
 */
export function holdByDay(
  { checks, score }: { checks: readonly RiskResult[]; score: number },
  family: Amount,
): { results: RiskResult[]; score: number } {
  const held: RiskResult = { check: 'dailylimit', result: 'held', params: { value: formatAmount(family) } };
  return {
    results: checks.map((one) => (one.check === 'dailylimit' ? held : one)),
    score: Math.min(score + FORCED_SCORE, 100),
  };
}

type Finding = { held: boolean; unchecked?: boolean; params: Record<string, string | number> };

const findings: Readonly<Record<RiskCheck, (facts: RiskFacts, policy: RiskPolicy) => Finding | undefined>> = {
  address: (facts) => ({ held: facts.passedSinceWallet === 0, params: { count: facts.passedSinceWallet } }),
  paypassword: (facts) => ({
    held: facts.passedSincePaypassword === 0,
    params: { count: facts.passedSincePaypassword },
  }),
  firstwithdrawal: (facts) => ({ held: facts.passedBefore === 0, params: { count: facts.passedBefore } }),
  device: (facts) => ({ held: facts.newDevice, params: { state: facts.newDevice ? 'new' : 'known' } }),
  password: (facts, policy) => ({
    held:
      facts.passwordChanged &&
      facts.passwordAgeHours !== null &&
      facts.passwordAgeHours < policy.passwordHours,
    params:
      facts.passwordAgeHours === null
        ? { state: 'none', hours: 0 }
        : { state: 'set', hours: Math.floor(facts.passwordAgeHours) },
  }),
  velocity: (facts, policy) => ({
    held: facts.askedToday >= policy.velocityCount,
    params: { count: facts.askedToday, amount: formatAmount(facts.amountToday) },
  }),
  history: (facts, policy) => ({
    held: facts.largestBefore > 0n && facts.amount > facts.largestBefore * policy.historyFactor,
    params: { largest: formatAmount(facts.largestBefore) },
  }),
  depositage: ({ amount, available, youngMoney }) => {
    const old = available > youngMoney ? available - youngMoney : 0n;
    // What of this very withdrawal cannot be old.
    const young = youngMoney > 0n && amount > old ? amount - old : 0n;
    return { held: young > 0n, params: { amount: formatAmount(young) } };
  },
  shared: (facts, policy) => ({
    held: facts.sharedMembers > policy.sharedMembersMax,
    params: { count: facts.sharedMembers },
  }),
  sanctions: ({ screening }, policy) => ({
    held: screening === 'listed' || (screening === 'unchecked' && policy.screeningRequired),
    unchecked: screening === 'unchecked',
    params: { state: screening === 'unchecked' ? 'none' : screening },
  }),
  dailylimit: (facts, policy) => ({
    held:
      facts.automaticToday.family + facts.value > policy.automaticDaily ||
      facts.automaticToday.total + facts.value > policy.automaticDailyTotal,
    params: { value: formatAmount(facts.automaticToday.family) },
  }),
  largeamount: (facts, policy) => ({
    // Over the family's day, or ten small ones would pass one pair of eyes each.
    held: facts.unseenByTwo + facts.value >= policy.largeAmount,
    params: { value: formatAmount(facts.unseenByTwo + facts.value) },
  }),
  identity: ({ identityApproved }) => ({
    held: false,
    unchecked: !identityApproved,
    params: { state: identityApproved ? 'approved' : 'none' },
  }),
  cover: ({ cover, amount }) =>
    cover === null
      ? undefined
      : {
          held: cover.holds < cover.waiting + amount,
          params: {
            state: cover.holds < cover.waiting + amount ? 'short' : 'covered',
            seconds: Math.round(cover.ageMs / 1000),
          },
        },
};

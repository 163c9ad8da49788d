import { assert } from '../kit/fault.ts';
import { defaultOf } from '../setting/define.ts';
import { equityAgain, equityCap } from '../setting/market.ts';

/** Configuration values in base units: the cap per person, and what must be exceeded in spending once it was reached. */
export type EquityRule = { readonly cap: bigint; readonly again: bigint };

export const equityRule: EquityRule = { cap: defaultOf(equityCap), again: defaultOf(equityAgain) };

/** One person's EQUITY, in base units. The balance is `earned − spent`. */
export type EquityState = {
  /** Ever granted, by liquidity and nodes. */
  readonly earned: bigint;
  /** Ever used up, by yield. */
  readonly spent: bigint;
  /** What had been spent when the cap was reached; null: it can be earned. */
  readonly cappedAtSpent: bigint | null;
};

export const noEquity: EquityState = { earned: 0n, spent: 0n, cappedAtSpent: null };

/** What can be spent. */
export function equityBalance(state: EquityState): bigint {
  return state.earned - state.spent;
}

/** At the cap, and not more than `again` spent since it was reached: nothing can be earned. */
export function isCapped(state: EquityState, rule: EquityRule): boolean {
  if (state.cappedAtSpent === null) return equityBalance(state) >= rule.cap;
  return state.spent - state.cappedAtSpent <= rule.again;
}

/** How much can be earned now. */
export function equityRoom(state: EquityState, rule: EquityRule): bigint {
  const room = rule.cap - equityBalance(state);
  return isCapped(state, rule) || room < 0n ? 0n : room;
}

/** While capped: what the spending from now on must exceed before anything is earned again. Else 0. */
export function equityUntilAgain(state: EquityState, rule: EquityRule): bigint {
  if (!isCapped(state, rule)) return 0n;
  const left = rule.again - (state.spent - (state.cappedAtSpent ?? state.spent));
  // A cap that was lowered since makes no room before what lies above it is spent.
  const above = equityBalance(state) - rule.cap;
  return above > left ? above : left;
}

/**
 * Earning for liquidity or a node of USDT `value` (rulebook §8). Granted up to the cap, counted over what was ever earned
 * less what was spent. Reaching the cap closes: later value is granted nothing, not even later, until MORE than
 * `again` has been spent since; then up to the cap again. Splitting a value into parts never grants more than the whole.
 */
export function nextEarned(
  state: EquityState,
  value: bigint,
  rule: EquityRule,
): { readonly granted: bigint; readonly state: EquityState } {
  assert(value >= 0n, 'value is not negative');
  const room = equityRoom(state, rule);
  const granted = value < room ? value : room;
  const earned = state.earned + granted;
  const open = isCapped(state, rule) ? (state.cappedAtSpent ?? state.spent) : null;
  const cappedAtSpent = open ?? (earned - state.spent >= rule.cap ? state.spent : null);
  return { granted, state: { earned, spent: state.spent, cappedAtSpent } };
}

/** Spending by yield; the ledger refuses what the balance does not cover before this is asked. The cap's mark stays. */
export function nextSpent(state: EquityState, amount: bigint): EquityState {
  assert(amount >= 0n && amount <= equityBalance(state), 'no more EQUITY is spent than there is');
  return { ...state, spent: state.spent + amount };
}

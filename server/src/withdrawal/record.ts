import type { Locale } from '@openmere/core/kit/language.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { WaitReason } from '@openmere/core/withdrawal/contract.ts';
import type { WithdrawalStatus } from '@openmere/core/withdrawal/state.ts';
import { translate } from '../platform/text.ts';
import type { RiskOutcome, RiskResult } from './risk.ts';
import type { Withdrawal } from './tables.ts';

export type ShownCheck = { check: string; result: RiskOutcome; detail: string };
export type Step = { status: WithdrawalStatus; at: Date };

/** Parameters of checks that are amounts, as plain decimals: of the withdrawn coin, and `value` in USDT. */
const moneyParams = new Set(['amount', 'largest', 'value']);

/** A plain decimal as the language writes it, with its coin: exact, because the text is formatted and not a number. */
function moneyText(plain: string, coinId: string, locale: Locale): string {
  const style = { minimumFractionDigits: 2, maximumFractionDigits: 18 } as const;
  return `${new Intl.NumberFormat(locale, style).format(plain as `${number}`)} ${coinId}`;
}

/** The receipt in the reader's language: figures of the member, never thresholds. */
export function showChecks(results: readonly RiskResult[], coinId: string, locale: Locale): ShownCheck[] {
  return results.map(({ check, result, params }) => {
    const shown = Object.entries(params).map(([name, value]) => [
      name,
      moneyParams.has(name) ? moneyText(String(value), name === 'value' ? 'USDT' : coinId, locale) : value,
    ]);
    return {
      check,
      result,
      detail: translate(locale, `withdrawal.check.${check}`, { ...Object.fromEntries(shown), result }),
    };
  });
}

export type ShownWait = { reason: WaitReason; until: string | null };
type PayoutHalt = { reason: string; since: string } | null;
/** What keeps records waiting at this moment: payouts are halted, or the network does not answer; and the lock of this one's family. */
export type Waits = { halt: PayoutHalt; silence: PayoutHalt; lock: ShownWait | undefined };

/** What a halt keeps waiting: all that is not paid yet. */
export function waitsForPayout({ status }: Pick<Withdrawal, 'status'>): boolean {
  return status === 'reviewing' || status === 'approved' || status === 'sending';
}

/** What the silence of the network keeps waiting: all that is approved and not final. */
export function waitsForChain({ status }: Pick<Withdrawal, 'status'>): boolean {
  return status === 'approved' || status === 'sending' || status === 'sent';
}

/**
 * The signer's words (sign.ts), for members; every other one means that somebody has to look, also what the treasury refuses (a limit of
 * one payment, a role, its pause), which does not pass by itself.
 */
const waitReasons: Readonly<Record<string, WaitReason>> = {
  'cap: hour': 'limit',
  'cap: day': 'limit',
  'cap: month': 'limit',
  'chain: DailyLimitExceeded': 'limit',
  cover: 'refill',
  gas: 'network',
  'gas-price': 'network',
};

/** What has said so already: a halt by its own notice, a lock by what it is now. */
const saidElsewhere: ReadonlySet<string> = new Set(['halted', 'locked']);

/**
 * What else it waits for, in plain words and without inner details (rulebook §0.5): a lock or a freeze of its family, or what the
 * signer says. Null when it waits for nothing but its turn.
 */
export function showWaits(
  { status, blocked }: Pick<Withdrawal, 'status' | 'blocked'>,
  lock: ShownWait | undefined,
): ShownWait | null {
  if (status !== 'reviewing' && status !== 'approved') return null;
  if (lock) return lock;
  if (status === 'reviewing' || blocked === null || saidElsewhere.has(blocked)) return null;
  const reason = waitReasons[blocked.split('(', 1)[0] ?? ''] ?? 'check';
  return { reason, until: null };
}

/** The member's record (calls.md). `hash`: the mined transaction, else the newest that was handed to the chain. */
export function showRecord(
  row: Withdrawal,
  steps: readonly Step[],
  hash: string | null,
  locale: Locale,
  { halt, silence, lock }: Waits,
) {
  const reviewing = row.status === 'reviewing';
  return {
    id: row.id,
    time: row.requested_at.toISOString(),
    type: 'withdrawal',
    coinid: row.coin_id,
    address: row.address,
    amount: formatAmount(row.amount),
    received: formatAmount(row.received),
    fee: formatAmount(row.fee),
    hash,
    chaintype: 'BEP-20',
    status: row.status,
    description: describe(row, locale),
    checks: showChecks(row.checks, row.coin_id, locale),
    decider: row.decider,
    decideby: reviewing && row.decide_by ? row.decide_by.toISOString() : null,
    reason: row.status === 'rejected' ? row.reason : null,
    halt: waitsForPayout(row) ? halt : null,
    silence: waitsForChain(row) ? silence : null,
    waits: showWaits(row, lock),
    released: row.released_at !== null,
    steps: steps.map(({ status, at }) => ({ status, time: at.toISOString() })),
  };
}

/** A failed one says whether the money is back; the inner reason is the operators'. */
function describe(row: Withdrawal, locale: Locale): string {
  const key = row.status === 'failed' && row.released_at ? 'released' : row.status;
  return translate(locale, `withdrawal.status.${key}`);
}

export type ShownRecord = ReturnType<typeof showRecord>;

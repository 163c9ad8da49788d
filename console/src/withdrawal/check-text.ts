import type { OutputOf } from '@openmere/core/calls.ts';
import { coinAmount } from '../platform/amount-text.ts';
import { findTextKey, t } from '../platform/texts.ts';

type AdminWithdrawal = OutputOf<'Admin/Withdrawals'>;
export type Check = AdminWithdrawal['checks'][number];

/** Figures that are amounts: of the withdrawn coin, and `value` in USDT. */
const amounts: Readonly<Record<string, 'own' | 'USDT'>> = { amount: 'own', largest: 'own', value: 'USDT' };

/**
 * A check in the operator's words: the member's speak to the member ("your first withdrawal"). Nothing counted, what was held and each
 * state have words of their own; a check that this console does not know yet keeps the server's sentence.
 */
export function checkText({ check, result, params, detail }: Check, coinid: string): string {
  const variants = [
    ...(params['count'] === 0 ? [`check_${check}_0`] : []),
    ...(params['state'] === undefined ? [] : [`check_${check}_${params['state']}`]),
    ...(result === 'held' ? [`check_${check}_held`] : []),
    `check_${check}`,
  ];
  const key = variants.map(findTextKey).find((found) => found !== undefined);
  if (key === undefined) return detail;
  const values = Object.entries(params).map(([name, value]) => {
    const coin = amounts[name];
    return [name, coin ? coinAmount(String(value), coin === 'own' ? coinid : coin) : value];
  });
  return t(key, Object.fromEntries(values) as Record<string, string | number>);
}

/** Why a person looks at it: what was held, in words. */
export function heldReasons({ checks, coinid }: Pick<AdminWithdrawal, 'checks' | 'coinid'>): string[] {
  return checks.filter(({ result }) => result === 'held').map((check) => checkText(check, coinid));
}

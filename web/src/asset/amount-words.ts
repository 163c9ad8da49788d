import type { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { AmountRule } from '@openmere/core/money/typed-amount.ts';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';

/** Which amounts are taken, said before one types. */
export function useAmountSteps(): (rule: AmountRule) => string {
  const t = useTexts('asset');
  const locale = useLocale();
  const plain = (amount: bigint) => amountText(formatAmount(amount), locale).replace(/[.,]00$/, '');
  return ({ minimum, multiple }) => t('steps', { minimum: plain(minimum), multiple: plain(multiple) });
}

/** Why an amount is not taken; more than there is says what there is. */
export function useAmountProblem(): (refusal: Refusal) => string {
  const t = useTexts('asset');
  const locale = useLocale();
  return (refusal) => {
    const { available, asset } = refusal.params;
    if (refusal.code !== 'ledger.insufficient' || available === undefined) return errorText(refusal);
    return t('have', { amount: `${amountText(String(available), locale)} ${String(asset)}` });
  };
}

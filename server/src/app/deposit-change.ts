import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { releaseDeposit } from '../deposit/release.ts';
import type { ChangeKind } from '../operator/change.ts';
import { returnDeposit, returnTargets } from '../withdrawal/return-deposit.ts';

/**
 * The end of a deposit in suspense, as a change that takes two people: back to its sender or to its member's wallet (also of one that
 * was too little or of another coin, less the fee), or credited when nothing bars it any more. Its subject is the deposit.
 */
export const depositChange: ChangeKind = {
  kind: 'deposit',
  async apply(context, { subject, value }) {
    if (value === 'release') {
      const { member_id } = await releaseDeposit(context, subject);
      return { changes: [{ what: 'deposit', before: 'barred', after: 'credited' }], members: [member_id] };
    }
    const target = returnTargets.find((one) => one === value);
    if (target === undefined) throw new Refusal('operator.badvalue', { value });
    const { deposit, address, fee } = await returnDeposit(context, { id: subject, target });
    return {
      changes: [
        { what: 'deposit', before: deposit.status, after: 'returning' },
        { what: 'address', before: null, after: address },
        ...(fee > 0n
          ? [{ what: 'returnfee', before: null, after: `${formatAmount(fee)} ${deposit.coin_id}` }]
          : []),
      ],
      members: [deposit.member_id],
    };
  },
};

import { formatAmount } from '@openmere/core/money/amount.ts';
import type { ChangeKind } from '../operator/change.ts';
import { payFromOperations } from '../reward/pay-operations.ts';

/**
 * A payment from the operations pool to a member account, as a change that takes two people. Its subject is the pool, its value the
 * amount, the coin and the account's invitation code.
 */
export const poolPayChange: ChangeKind = {
  kind: 'poolpay',
  async apply({ tx, onPosted, proposalId }, { subject: pool, value }) {
    const { amount, coin, payee } = await payFromOperations({ tx, onPosted, proposalId }, { pool, value });
    return {
      changes: [
        { what: 'poolpay', before: null, after: `${formatAmount(amount)} ${coin}` },
        // The code first: no name that somebody gave themselves can be read as a word of the console.
        { what: 'poolpayto', before: null, after: `${payee.invitationCode} (${payee.nickname})` },
      ],
    };
  },
};

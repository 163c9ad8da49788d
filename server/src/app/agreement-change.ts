import { agreementKinds } from '@openmere/core/auth/agreement.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { publishAgreement } from '../auth/agreement/publish.ts';
import type { ChangeKind } from '../operator/change.ts';

/**
 * The next version of an agreement, as a change that takes two people. Its subject is which one, its value the hash of the draft
 * that was read.
 */
export const agreementChange: ChangeKind = {
  kind: 'agreement',
  async apply({ tx, now, maker, checker }, { subject, value }) {
    const kind = agreementKinds.find((one) => one === subject);
    if (!kind) throw new Refusal('operator.badvalue', { value: subject });
    const people = { maker: maker.account, checker: checker.account };
    const { before, after, changed } = await publishAgreement({ tx, now }, { kind, hash: value, ...people });
    return {
      changes: [
        { what: 'agreement', before, after },
        { what: 'agreementlanguages', before: null, after: changed.join(', ') },
      ],
      everyone: true,
    };
  },
};

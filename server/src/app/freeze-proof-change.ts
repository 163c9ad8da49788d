import { trustProofs } from '../auth/freeze.ts';
import type { ChangeKind } from '../operator/change.ts';

/** A frozen member's present mailbox or wallet may lift the freeze, as a change that takes two people. Its subject is the member. */
export const freezeProofChange: ChangeKind = {
  kind: 'freezeproof',
  async apply({ tx, now }, { subject }) {
    await trustProofs({ tx, now }, subject);
    return { changes: [{ what: 'proofs', before: 'doubted', after: 'trusted' }], members: [subject] };
  },
};

import { maskEmail } from '@openmere/core/member/rules.ts';
import { trustProofs } from '../auth/freeze.ts';
import { lockMember } from '../member/store.ts';
import type { ChangeKind } from '../operator/change.ts';

/**
 * A frozen member's present mailbox or wallet may lift the freeze, as a change that takes two people. Its subject is the member. What is
 * trusted is named, with the time since when it is bound: where it is another one by now, the second person is asked to look again.
 */
export const freezeProofChange: ChangeKind = {
  kind: 'freezeproof',
  async apply({ tx, now }, { subject }) {
    // What is being bound right now is waited for, and seen.
    const member = await lockMember(tx, subject);
    await trustProofs({ tx, now }, subject);
    const email = member?.email ? `${maskEmail(member.email)} ${timeOf(member.emailBoundAt)}` : '';
    const wallet = member?.walletAddress ? `${member.walletAddress} ${timeOf(member.walletBoundAt)}` : '';
    return {
      changes: [
        { what: 'proofs', before: 'doubted', after: 'trusted' },
        { what: 'proofemail', before: null, after: email },
        { what: 'proofwallet', before: null, after: wallet },
      ].filter(({ after }) => after !== ''),
      members: [subject],
    };
  },
};

function timeOf(at: Date | null): string {
  return at?.toISOString() ?? '';
}

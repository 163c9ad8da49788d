import { allowGold } from '../node/allow.ts';
import type { ChangeKind } from '../operator/change.ts';

/**
 * An address on the list of who may subscribe a gold node, as a change that takes two people. Its subject is the address, its
 * value the days from today on.
 */
export function permitChange(chainId: number): ChangeKind {
  return {
    kind: 'goldpermit',
    async apply({ tx, maker, checker }, { subject, value }) {
      const { deadline, memberId } = await allowGold(
        { tx },
        { address: subject, days: Number(value), chainId, makerId: maker.id, checkerId: checker.id },
      );
      return {
        changes: [{ what: subject.toLowerCase(), before: null, after: deadline.toISOString() }],
        members: memberId === undefined ? [] : [memberId],
      };
    },
  };
}

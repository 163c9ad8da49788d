import { resetFactor } from '../auth/second-factor/reset.ts';
import type { ChangeKind } from '../operator/change.ts';

/** A lost second factor is taken off, as a change that takes two people. Its subject is the member's request. */
export function factorResetChange(origin: string): ChangeKind {
  return {
    kind: 'factorreset',
    async apply({ tx, now, maker, checker }, { subject }) {
      const by = { id: subject, makerId: maker.id, checkerId: checker.id };
      const { memberId, lockHours } = await resetFactor({ tx, now, signing: { origin } }, by);
      return {
        changes: [
          { what: 'authenticator', before: 'on', after: 'off' },
          { what: 'outboundlockhours', before: null, after: String(lockHours) },
        ],
        members: [memberId],
      };
    },
  };
}

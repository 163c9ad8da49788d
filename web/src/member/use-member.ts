import type { OutputOf } from '@openmere/core/calls.ts';
import { useCall } from '../platform/query.ts';
import { useSessionStore } from '../platform/session.ts';

export type MemberInfo = OutputOf<'Users/Info'>;

/** The logged-in member's profile and flags; undefined for a visitor and while loading. */
export function useMember(): MemberInfo | undefined {
  const token = useSessionStore((state) => state.token);
  return useCall('Users/Info', {}, { enabled: token !== undefined }).data;
}

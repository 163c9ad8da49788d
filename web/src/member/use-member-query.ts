import { useCall } from '../platform/query.ts';
import { useSessionStore } from '../platform/session.ts';

/** The read of one's own profile with its states, for screens that show loading and errors; not asked by visitors. */
export function useMemberQuery() {
  const token = useSessionStore((state) => state.token);
  return useCall('Users/Info', {}, { enabled: token !== undefined });
}

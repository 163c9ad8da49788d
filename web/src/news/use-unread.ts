import { call } from '../platform/api-client.ts';
import { refresh, useCall } from '../platform/query.ts';
import { useSessionStore } from '../platform/session.ts';
import { readStored, writeStored } from '../platform/storage.ts';

/** Visitors have no socket: they ask now and then while they look. */
export const VISITORS_ASK_MS = 60_000;

export function useIsMember(): boolean {
  return useSessionStore((state) => state.token !== undefined);
}

const seenHere = () => Number(readStored('general.newsSeen') ?? 0) || 0;

/** What is unread: of a member by the server, of a visitor by what this device has shown. */
export function useUnread() {
  const isMember = useIsMember();
  const input = isMember ? {} : { seen: seenHere() };
  return useCall('Ctrls/Unread', input, isMember ? {} : { refetchInterval: VISITORS_ASK_MS });
}

/** This article, or all up to it, has been read; a visitor's device keeps only up to which. */
export async function keepRead(which: { id: string; index: number } | { index: number }): Promise<void> {
  if (useSessionStore.getState().token === undefined)
    writeStored('general.newsSeen', String(Math.max(which.index, seenHere())));
  else await call('Ctrls/NewsSeen', 'id' in which ? { id: which.id } : which);
  await refresh('Ctrls/Unread', 'Ctrls/News');
}

import { pushNamesOf } from '@openmere/core/kit/push.ts';
import type { DataOf, PushName } from '@openmere/core/pushes.ts';
import { create } from 'zustand';
import { openSocket } from './socket.ts';

/** Whether pushed figures are current; where they are not, they say from when they are (parts/use-as-of.ts). */
export const useLive = create<{ live: boolean }>(() => ({ live: false }));

type Listener<N extends PushName> = (data: DataOf<N>) => unknown;

/** What each push refreshes or shows, wherever the member is. One that nobody handles does not compile (app/follow-live.ts). */
export type PushHandlers = { readonly [N in PushName]: Listener<N> };

const listeners = new Map<string, Set<Listener<PushName>>>();

/** Listens to pushes while a screen is open; returns the function that stops it. */
export function onPush<N extends PushName>(names: N | readonly N[], listener: Listener<N>): () => void {
  const sets = [names].flat().map((name) => {
    const set = listeners.get(name) ?? new Set();
    listeners.set(name, set.add(listener as Listener<PushName>));
    return set;
  });
  return () => sets.forEach((set) => set.delete(listener as Listener<PushName>));
}

/** Hands a message to its handler and to the screens that listen. A newer server's push is unknown here and passed over. */
export function receivePush(handlers: Partial<PushHandlers>, message: { type: string; data: unknown }): void {
  const data = message.data as DataOf<PushName>;
  for (const name of pushNamesOf(message)) {
    void (handlers[name as PushName] as Listener<PushName> | undefined)?.(data);
    for (const listener of listeners.get(name) ?? []) listener(data);
  }
}

let socket: { close(): void } | undefined;

/** Opens the socket for a logged-in member and closes it at the end of the session. */
export function followPushes(token: string | undefined, handlers: PushHandlers): void {
  socket?.close();
  socket = undefined;
  useLive.setState({ live: false });
  if (token !== undefined) {
    socket = openSocket(
      (message) => receivePush(handlers, message),
      (live) => useLive.setState({ live }),
    );
  }
}

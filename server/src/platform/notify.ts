import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { connectionConfig } from './db/connect.ts';
import type { DatabaseRole } from './db/connect.ts';

/**
 * One connection that hears notifications (LISTEN) and comes back by itself. What was said while it was away is lost,
 * so `onReconnect` tells its users to look for themselves.
 */
export type Listener = {
  /** Calls `heard` for each notification of the channel; answers a function that stops it. */
  on(channel: string, heard: (payload: string) => void): Promise<() => void>;
  onReconnect(heard: () => void): () => void;
  close(): Promise<void>;
};

export type ListenerOptions = { onError?: (error: Error) => void };

const RECONNECT_MS = 500;

/** Connects now; throws when the database cannot be reached the first time. */
export async function createListener(
  url: string,
  role: DatabaseRole,
  options: ListenerOptions = {},
): Promise<Listener> {
  const subscribers = new Map<string, Set<(payload: string) => void>>();
  const reconnected = new Set<() => void>();
  const onError = options.onError ?? (() => undefined);
  let closed = false;
  let client = await connect();
  /** One question at a time: several jobs begin to listen at once. */
  let asked: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ ...connectionConfig(url, role), keepAlive: true });
    fresh.on('error', onError);
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const heard of subscribers.get(channel) ?? []) heard(payload);
    });
    await fresh.connect();
    for (const channel of subscribers.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    fresh.once('end', () => void comeBack());
    return fresh;
  }

  async function comeBack(): Promise<void> {
    while (!closed) {
      await wait(RECONNECT_MS, undefined, { ref: false });
      try {
        client = await connect();
        for (const heard of reconnected) heard();
        return;
      } catch (error) {
        onError(error as Error);
      }
    }
  }

  return {
    async on(channel, heard) {
      const known = subscribers.get(channel);
      const all = known ?? new Set();
      all.add(heard);
      if (!known) {
        subscribers.set(channel, all);
        const listening = asked.then(() => client.query(`listen ${pg.escapeIdentifier(channel)}`));
        asked = listening.catch(() => undefined);
        await listening;
      }
      return () => all.delete(heard);
    },
    onReconnect(heard) {
      reconnected.add(heard);
      return () => reconnected.delete(heard);
    },
    async close() {
      closed = true;
      await client.end();
    },
  };
}

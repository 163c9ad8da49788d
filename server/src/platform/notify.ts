import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { connectionConfig } from './db/connect.ts';
import type { DatabaseRole } from './db/connect.ts';
import { cutWhenSilent } from './db/silence.ts';

/**
 * One connection that hears notifications (LISTEN) and comes back by itself. What was said while it was away is lost,
 * so `onReconnect` tells its users to look for themselves.
 */
export type Listener = {
  /**
   * Calls `heard` for each notification of the channel; answers a function that stops it. Never fails: where the connection is lost
   * at this moment, the next one listens.
   */
  on(channel: string, heard: (payload: string) => void): Promise<() => void>;
  onReconnect(heard: () => void): () => void;
  close(): Promise<void>;
};

export type ListenerOptions = { onError?: (error: Error) => void; askEveryMs?: number };

const RECONNECT_MS = 500;
/** A connection that only listens would not notice that the other end is gone: it asks for a sign of life. */
const ASK_EVERY_MS = 10_000;

/** Connects now; throws when the database cannot be reached the first time. */
export async function createListener(
  url: string,
  role: DatabaseRole,
  options: ListenerOptions = {},
): Promise<Listener> {
  const subscribers = new Map<string, Set<(payload: string) => void>>();
  const reconnected = new Set<() => void>();
  const { onError = () => undefined, askEveryMs = ASK_EVERY_MS } = options;
  let closed = false;
  let client: pg.Client;
  /** One question at a time: several jobs begin to listen at once. */
  let asked: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<void> {
    const fresh = await openClient(url, role, onError, ({ channel, payload = '' }) => {
      for (const heard of subscribers.get(channel) ?? []) heard(payload);
    });
    // From here on whoever begins to listen asks this one; who did before stands in the list.
    client = fresh;
    try {
      for (const channel of subscribers.keys()) await fresh.query(listenTo(channel));
    } catch (error) {
      void fresh.end();
      throw error;
    }
    fresh.once('end', () => void comeBack());
  }

  async function comeBack(): Promise<void> {
    while (!closed) {
      await wait(RECONNECT_MS, undefined, { ref: false });
      try {
        await connect();
        if (closed) return await client.end();
        for (const heard of reconnected) heard();
        return;
      } catch (error) {
        onError(error as Error);
      }
    }
  }

  /** What is not answered ends the connection; the next one listens to every channel. */
  function ask(text: string): Promise<unknown> {
    asked = asked.then(async () => {
      const current = client;
      await current.query(text).catch(() => current.connection.stream.destroy());
    });
    return asked;
  }

  await connect();
  const signs = setInterval(() => void ask('select 1'), askEveryMs).unref();

  return {
    async on(channel, heard) {
      const known = subscribers.get(channel);
      const all = known ?? new Set();
      all.add(heard);
      if (!known) {
        subscribers.set(channel, all);
        await ask(listenTo(channel));
      }
      return () => all.delete(heard);
    },
    onReconnect(heard) {
      reconnected.add(heard);
      return () => reconnected.delete(heard);
    },
    async close() {
      closed = true;
      clearInterval(signs);
      await client.end();
    },
  };
}

async function openClient(
  url: string,
  role: DatabaseRole,
  onError: (error: Error) => void,
  hear: (notification: pg.Notification) => void,
): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(url, role));
  client.on('error', onError);
  client.on('notification', hear);
  // Nothing that it asks takes time.
  cutWhenSilent(client, 0);
  await client.connect();
  return client;
}

const listenTo = (channel: string): string => `listen ${pg.escapeIdentifier(channel)}`;

import pg from 'pg';
import { connectionConfig } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import type { Ask } from './journal.ts';

export type Pipe = { ask: () => Promise<Ask>; close: () => Promise<void> };

/**
 * One connection that sends a statement without waiting for the answer to the one before it. A second connection would be
 * slower: its groups would wait for the same rows. Connects when asked, and again after it broke.
 */
export function createPipe(database: Database): Pipe {
  let connecting: Promise<pg.Client> | undefined;
  let current: pg.Client | undefined;

  const connect = async (): Promise<pg.Client> => {
    const config: pg.ClientConfig & { pipeline: boolean } = {
      ...connectionConfig(database.url, database.role),
      pipeline: true,
    };
    const client = new pg.Client(config);
    const forget = (): void => {
      // Late news of an old connection must not drop the one that took its place.
      if (current === client) {
        current = undefined;
        connecting = undefined;
      }
    };
    client.on('error', forget);
    client.on('end', forget);
    current = client;
    await client.connect();
    return client;
  };

  return {
    ask: async () => {
      connecting ??= connect();
      const client = await connecting.catch((error: unknown) => {
        connecting = undefined;
        throw error;
      });
      return async <R>(text: string, values: readonly unknown[]) => {
        const result = await client.query({ name: nameOf(text), text, values: [...values] });
        return result.rows as R[];
      };
    },
    close: async () => {
      const client = await connecting?.catch(() => undefined);
      await client?.end();
    },
  };
}

const names = new Map<string, string>();

/** Statements are prepared once per connection, under a name per text. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `ledger_${names.size}`;
  names.set(text, name);
  return name;
}

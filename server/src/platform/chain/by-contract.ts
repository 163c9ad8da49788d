import { inTransaction } from '../db/connect.ts';
import type { Db } from '../db/connect.ts';
import type { LogHandler } from './log.ts';

/** A handler for each contract of those that read every contract from its beginning; the others as they are. */
export async function splitByContract(
  db: Db,
  handlers: readonly LogHandler[],
): Promise<readonly LogHandler[]> {
  if (!handlers.some(({ isPerContract }) => isPerContract)) return handlers;
  return inTransaction(db, async (tx) => {
    const parts: LogHandler[] = [];
    for (const handler of handlers) {
      const contracts = handler.isPerContract ? await handler.addresses(tx) : undefined;
      if (contracts === undefined) parts.push(handler);
      for (const contract of new Set(contracts?.map((one) => one.toLowerCase())))
        parts.push({
          ...handler,
          cursorName: `${handler.name} ${contract}`,
          addresses: async () => [contract as `0x${string}`],
        });
    }
    return parts;
  });
}

/** What a handler is called in chain_handler. */
export function cursorNameOf({ cursorName, name }: LogHandler): string {
  return cursorName ?? name;
}

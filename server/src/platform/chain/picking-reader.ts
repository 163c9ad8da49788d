import { inTransaction } from '../db/connect.ts';
import type { Db } from '../db/connect.ts';
import { pickWanted } from './log.ts';
import type { ChainLog, Watch } from './log.ts';
import type { ChainReader } from './reader.ts';

/**
 * The reader, without the logs that a handler's `pick` leaves out. Where all transfers of a token are read because too many
 * addresses are ours to be named, other people's transfers must not make each block be read whole.
 */
export function pickingReader(db: Db, reader: ChainReader, watches: readonly Watch[]): ChainReader {
  if (!watches.some(({ handler, filter }) => handler.pick && !filter)) return reader;
  const pick = async (logs: readonly ChainLog[]): Promise<ChainLog[]> => {
    const wanted = new Set<ChainLog>();
    await inTransaction(db, async (tx) => {
      for (const watch of watches) for (const log of await pickWanted(tx, watch, logs)) wanted.add(log);
    });
    return logs.filter((log) => wanted.has(log));
  };
  return {
    ...reader,
    readLogs: async (...asked) => pick(await reader.readLogs(...asked)),
    readBlocks: async (...asked) => {
      const blocks = await reader.readBlocks(...asked);
      const ours = new Set(await pick(blocks.flatMap(({ logs }) => logs)));
      return blocks.map((block) => ({ ...block, logs: block.logs.filter((log) => ours.has(log)) }));
    },
  };
}

import { Fault } from '@openmere/core/kit/fault.ts';
import type { Header } from './answer.ts';
import type { ChainLog, Watch } from './log.ts';
import { bloomExpects, hasTwins, sameLog } from './reader.ts';
import type { BlockLogs, ChainReader } from './reader.ts';

/** `witness`: a second node of the same chain. What becomes final must be the same there. */
export type Readers = { reader: ChainReader; witness?: ChainReader | undefined };

type Range = {
  headers: readonly Header[];
  watches: readonly Watch[];
  byBlock: ReadonlyMap<bigint, ChainLog[]>;
};

/**
 * The logs of linked final headers. The range is asked for what is wanted, and each block in which it has something, or whose
 * bloom says that there is something, is read whole by its hash. A log counts when the range's answer is part of the whole
 * block's, each at the same place, and the block's answer is whole: its places have no gap and its bloom is theirs or,
 * where a bloom tells nothing, the range has all of them, too. Else the block is asked for again, of the second node where
 * there is one, and nothing counts until two answers agree; of twins, one of the two must be receipts of the header's root,
 * unless the node gives no receipts. `which`: 'every' reads all blocks whole, whatever the range has.
 *
 * What the range leaves out of a block whose bloom tells nothing is found by the second node, which must give the same
 * range, or by reconciliation, which asks for 'every': reading each such block whole would be every block of BSC.
 */
export async function readFinal(
  { reader, witness }: Readers,
  headers: readonly Header[],
  watches: readonly Watch[],
  which: 'wanted' | 'every' = 'wanted',
): Promise<ChainLog[]> {
  const range = await readRange(reader, headers, watches);
  const first = which === 'every' ? 'receipts' : 'logs';
  const asked = headers.filter(
    (header) =>
      which === 'every' || range.byBlock.has(header.number) || bloomExpects(header, watches) === true,
  );
  const blocks = await reader.readBlocks(asked, watches, first);
  const doubtful = blocks.filter((block) => hasTwins(block.logs) || !agrees(block, range));
  if (doubtful.length > 0) {
    const second = witness || first === 'logs' ? 'receipts' : 'logs';
    const again = doubtful.map(({ header }) => header);
    const others = await (witness ?? reader).readBlocks(again, watches, second);
    for (const [index, block] of doubtful.entries()) {
      blocks[blocks.indexOf(block)] = settle(block, others[index], range, witness !== undefined);
    }
  }
  const logs = blocks.flatMap((block) => block.logs);
  if (witness) await compare(witness, range, logs);
  return logs;
}

/** Logs of blocks that are not final: for showing only, so that a block is read whole only where its bloom misses something. */
export async function readSeen(
  reader: ChainReader,
  headers: readonly Header[],
  watches: readonly Watch[],
): Promise<ChainLog[]> {
  const range = await readRange(reader, headers, watches);
  const missed = headers.filter(
    (header) => !range.byBlock.has(header.number) && bloomExpects(header, watches) === true,
  );
  const blocks = await reader.readBlocks(missed, watches, 'logs');
  const found = new Map(blocks.map(({ header, logs }) => [header.number, logs]));
  return headers.flatMap(({ number }) => range.byBlock.get(number) ?? found.get(number) ?? []);
}

async function readRange(
  reader: ChainReader,
  headers: readonly Header[],
  watches: readonly Watch[],
): Promise<Range> {
  const byBlock = new Map<bigint, ChainLog[]>();
  const [first, last] = [headers[0], headers.at(-1)];
  if (!first || !last || watches.length === 0) return { headers, watches, byBlock };
  const index = new Map(headers.map((header) => [header.number, header]));
  for (const log of await reader.readLogs(first.number, last.number, watches, index)) {
    const own = byBlock.get(log.blockNumber);
    if (own) own.push(log);
    else byBlock.set(log.blockNumber, [log]);
  }
  const beside = [...byBlock.keys()].find((number) => {
    const header = index.get(number);
    return header && bloomExpects(header, watches) === false;
  });
  if (beside !== undefined) throw badAnswer(`block ${beside} has logs beside its bloom`);
  return { headers, watches, byBlock };
}

/** Whether a block's answer stands by itself and has all that the range has of it, each at the same place. */
function agrees({ header, logs, verdict }: BlockLogs, { byBlock }: Range): boolean {
  if (verdict === undefined || verdict === 'wrong') return false;
  const own = byBlock.get(header.number) ?? [];
  const places = new Map(logs.map((log) => [log.logIndex, log]));
  const isPart = own.every((log) => sameLog(log, places.get(log.logIndex)));
  return isPart && (verdict === 'exact' || own.length === logs.length);
}

/** The answer that two questions agree about; a fault when there is none. */
function settle(
  first: BlockLogs,
  second: BlockLogs | undefined,
  range: Range,
  isOtherNode: boolean,
): BlockLogs {
  if (second && second.verdict !== undefined && second.verdict !== 'wrong') {
    const same = isSame(first.logs, second.logs);
    // The range alone is wrong when two nodes give the same whole block.
    if (same && isOtherNode && first.verdict !== undefined && first.verdict !== 'wrong') return first;
    const isConfirmed = same && first.verdict !== 'wrong';
    if (agrees(second, range) && (isConfirmed || !hasTwins(second.logs))) return second;
  }
  const { number } = first.header;
  const cause = new Error(`the answers about the logs of block ${number} do not agree`);
  throw new Fault('chain.disagree', { retry: true, cause });
}

function isSame(a: readonly ChainLog[], b: readonly ChainLog[]): boolean {
  return a.length === b.length && a.every((log, index) => sameLog(log, b[index]));
}

/** Both nodes must know the same last block and the same logs; the one that is behind or wrong makes us wait. */
async function compare(
  witness: ChainReader,
  { headers, watches }: Range,
  logs: readonly ChainLog[],
): Promise<void> {
  const [first, last] = [headers[0], headers.at(-1)];
  if (!first || !last) return;
  const disagree = (what: string): Fault =>
    new Fault('chain.disagree', { retry: true, cause: new Error(`the second node has ${what}`) });
  const header = await witness.findHeader(last.number);
  if (header?.hash !== last.hash) throw disagree(`another block ${last.number}`);
  if (watches.length === 0) return;
  const index = new Map(headers.map((one) => [one.number, one]));
  const others = await witness.readLogs(first.number, last.number, watches, index);
  if (!isSame(others, logs)) {
    throw disagree(`${others.length} logs up to ${last.number}, the first ${logs.length}`);
  }
}

function badAnswer(what: string): Fault {
  return new Fault('chain.badanswer', { retry: true, cause: new Error(what) });
}

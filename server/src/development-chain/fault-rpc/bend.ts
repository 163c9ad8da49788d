import type { RpcAnswer } from '../calls.ts';

type RawLog = Record<string, unknown>;
/** What happens to one log of a list: whether it stays, and what comes besides. */
export type LogBend = (log: RawLog, index: number, count: number) => readonly RawLog[];

/** Bends every list of logs in an answer: of `eth_getLogs`, and in the receipts of blocks and transactions. */
export function bendLogs(method: string, answer: RpcAnswer, bend: LogBend): RpcAnswer {
  const { result } = answer;
  if (method === 'eth_getLogs' && Array.isArray(result)) {
    return { ...answer, result: bendList(result as RawLog[], bend) };
  }
  if (method === 'eth_getBlockReceipts' && Array.isArray(result)) {
    const receipts = result as { logs: RawLog[] }[];
    return { ...answer, result: receipts.map((one) => ({ ...one, logs: bendList(one.logs, bend) })) };
  }
  return answer;
}

function bendList(logs: readonly RawLog[], bend: LogBend): RawLog[] {
  return logs.flatMap((log, index) => bend(log, index, logs.length));
}

/** The same log at a place behind all others of its block. */
export function moveLog(log: RawLog, count: number): RawLog {
  return { ...log, logIndex: `0x${(Number(log['logIndex']) + count).toString(16)}` };
}

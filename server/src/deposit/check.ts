import { reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import type { depositCheck } from '@openmere/core/deposit/contract.ts';
import { confirmationsOf, judgeHash } from '@openmere/core/deposit/rules.ts';
import type { TransferVerdict } from '@openmere/core/deposit/rules.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findCoin } from '@openmere/core/money/coin.ts';
import type { MemberActor } from '../platform/actor.ts';
import { findChainState } from '../platform/chain/cursor-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import { readTransfer } from '../platform/chain/read-event.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Ctx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { findOwners } from './address-store.ts';
import { listDepositsOfTransaction } from './store.ts';

export type CheckDeps = { db: Db; rpc: Rpc; chainId: number };

type Receipt = {
  succeeded: boolean;
  block: bigint;
  logs: { index: number; token: Hex; to: Hex; value: bigint }[];
  sentTo: Hex | null;
};
type Shown = CallResult<typeof depositCheck>['transfers'][number];
/** Coins that are no token of ours are shown with 18 places, the amount being only an orientation. */
const AMOUNT_MAX = 10n ** 38n;

/**
 * Says plainly what a transaction was: found, succeeded, and of each token transfer to an address of ours whether token
 * and receiver are right, whether it is enough, final and booked. Of transfers to others nothing but that is told.
 * Refusal: deposit.nochain, when the chain does not answer. The chain is asked outside any transaction.
 */
export async function checkHash(
  ctx: Pick<Ctx<MemberActor>, 'actor'> & CheckDeps,
  input: CallParsed<typeof depositCheck>,
): Promise<CallResult<typeof depositCheck>> {
  const { actor } = ctx;
  const hash = input.hash.toLowerCase() as Hex;
  const receipt = await readReceipt(ctx.rpc, hash);
  if (!receipt) return { found: false, succeeded: false, transfers: [], verdict: 'notfound' };
  return inTransaction(ctx.db, async (tx) => {
    const rows = await judgeTransfers(tx, ctx.chainId, actor.id, hash, receipt);
    const verdicts = rows.map((row) => row.verdict);
    const verdict = judgeHash(true, receipt.succeeded, verdicts);
    return { found: true, succeeded: receipt.succeeded, transfers: rows.map((row) => row.shown), verdict };
  });
}

async function judgeTransfers(tx: Tx, chainId: number, memberId: string, hash: Hex, receipt: Receipt) {
  const { chainContracts, depositMin } = await readSettings(tx);
  const state = await findChainState(tx, chainId);
  const owners = await findOwners(
    tx,
    chainId,
    receipt.logs.map((log) => log.to).concat(receipt.sentTo ?? []),
  );
  const booked = await listDepositsOfTransaction(tx, chainId, hash);
  const tokens = reserveTokens(chainContracts);
  const rows: { verdict: TransferVerdict; shown: Shown }[] = [];
  for (const log of receipt.logs) {
    const owner = owners.get(log.to);
    if (owner === undefined) continue;
    const coin = tokens.find((one) => one.token === log.token)?.coin ?? null;
    const deposit = booked.find((one) => one.log_index === log.index && one.address === log.to);
    const toYou = owner === memberId;
    const rightToken = coin !== null && (findCoin(coin)?.deposit ?? false);
    const status = deposit?.status ?? 'none';
    // What was decided was by the minimum of then.
    const enough = status === 'credited' || (status !== 'ignored' && log.value >= depositMin);
    const shown: Shown = {
      righttoken: rightToken,
      toyou: toYou,
      coinid: coin,
      amount: toYou ? formatAmount(log.value < AMOUNT_MAX ? log.value : AMOUNT_MAX) : '0',
      enough: toYou && enough,
      final: state !== undefined && receipt.block <= state.number,
      confirmations: confirmationsOf(receipt.block, state?.head ?? -1n),
      status: toYou ? status : 'none',
      id: toYou ? (deposit?.id ?? null) : null,
    };
    rows.push({ verdict: { toYou, rightToken, enough, status }, shown });
  }
  // BNB itself sent to the deposit address: right receiver, wrong coin, and no transfer event.
  if (receipt.sentTo && owners.get(receipt.sentTo) === memberId && rows.length === 0) {
    const verdict: TransferVerdict = { toYou: true, rightToken: false, enough: false, status: 'none' };
    const shown: Shown = {
      righttoken: false,
      toyou: true,
      coinid: 'BNB',
      amount: '0',
      enough: false,
      final: state !== undefined && receipt.block <= state.number,
      confirmations: confirmationsOf(receipt.block, state?.head ?? -1n),
      status: 'none',
      id: null,
    };
    rows.push({ verdict, shown });
  }
  return rows;
}

async function readReceipt(rpc: Rpc, hash: Hex): Promise<Receipt | undefined> {
  try {
    const answer = await rpc.call('eth_getTransactionReceipt', [hash]);
    return answer === null ? undefined : parseReceipt(answer as Record<string, unknown>);
  } catch (error) {
    if (error instanceof Fault || error instanceof RpcAnswerError) throw new Refusal('deposit.nochain');
    throw error;
  }
}

function parseReceipt(answer: Record<string, unknown>): Receipt {
  const logs = Array.isArray(answer['logs']) ? (answer['logs'] as Record<string, unknown>[]) : [];
  return {
    succeeded: answer['status'] === '0x1',
    block: BigInt(String(answer['blockNumber'])),
    sentTo: typeof answer['to'] === 'string' ? (answer['to'].toLowerCase() as Hex) : null,
    logs: logs.flatMap((log) => {
      const topics = (log['topics'] as Hex[]).map((topic) => topic.toLowerCase() as Hex);
      const transfer = readTransfer({ topics, data: String(log['data']) as Hex });
      if (!transfer) return [];
      const token = String(log['address']).toLowerCase() as Hex;
      return [{ index: Number(log['logIndex']), token, to: transfer.to, value: transfer.value }];
    }),
  };
}

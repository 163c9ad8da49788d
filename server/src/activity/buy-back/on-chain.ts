import { activityBuyBack } from '@openmere/core/activity/contract.ts';
import { buyBackAbi } from '@openmere/core/chain/abi/buy-back.ts';
import { eventTopics } from '@openmere/core/chain/events.ts';
import type { ChainLog, Hex, LogHandler } from '../../platform/chain/log.ts';
import { eventReader } from '../../platform/chain/read-event.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { Log } from '../../platform/log.ts';
import { toEveryone } from '../../platform/outbox.ts';
import { readSettings } from '../../setting/read.ts';
import { postEnd } from './money.ts';
import { changeBuyBack, lockByOrder } from './store.ts';

const readBought = eventReader(buyBackAbi, 'Bought');

/** What the treasury said that it paid. */
export type PaidOrder = {
  payoutId: string;
  token: string | undefined;
  receiver: string | undefined;
  amount: bigint | undefined;
};

/** Whether a payment of the treasury is a buy-back that two operators agreed to: USDT, exactly so much, and to the pair. */
export async function isBuyBackPayment(ctx: Pick<Ctx, 'tx'>, paid: PaidOrder): Promise<boolean> {
  const { tx } = ctx;
  const row = await lockByOrder(tx, paid.payoutId);
  if (row === undefined || row.status === 'expired') return false;
  const { usdt, pair } = (await readSettings(tx)).chainContracts;
  return (
    paid.token === usdt?.toLowerCase() && paid.receiver === pair?.toLowerCase() && paid.amount === row.amount
  );
}

/** BuyBack.Bought, final: the USDT has left the treasury, and the OPEN is burned. Both are one transaction of the chain. */
export function buyBackHandlers(deps: { log: Log }): LogHandler[] {
  return [
    {
      name: 'buy-back-bought',
      topic0: eventTopics.bought,
      async addresses(tx) {
        const { buyBack } = (await readSettings(tx)).chainContracts;
        return buyBack ? [buyBack.toLowerCase() as Hex] : [];
      },
      onFinal: (tx, log) => settle(tx, log, deps.log),
    },
  ];
}

async function settle(tx: Tx, log: ChainLog, to: Log): Promise<void> {
  const bought = readBought(log);
  const row = bought && (await lockByOrder(tx, bought.id));
  const { txHash, blockNumber } = log;
  if (!bought || !row || row.status === 'expired') {
    // The payment behind it is nobody's payout: that halts (withdrawal/on-chain.ts).
    to.fatal({ transaction: txHash }, 'ALARM a buy-back nobody ordered');
    return;
  }
  // After a reorganisation it comes again, in another block: it was booked when it came first.
  if (row.status === 'done') return changeBuyBack(tx, row.id, { tx_hash: txHash, block_number: blockNumber });
  await changeBuyBack(tx, row.id, {
    status: 'done',
    refused: null,
    open_burned: bought.openBurned,
    tx_hash: txHash,
    block_number: blockNumber,
    ended_at: log.blockTime,
  });
  await toEveryone(tx, activityBuyBack, { id: row.id, state: 'done' });
  await postEnd({ tx }, { row, outcome: 'spent' });
}

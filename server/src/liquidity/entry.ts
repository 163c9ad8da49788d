import { valueAt } from '@openmere/core/liquidity/position.ts';
import type { ChainLog } from '../platform/chain/log.ts';
import type { LiquidityEvent } from './events.ts';
import type { RecordEntry } from './tables.ts';

/**
 * What a record keeps of an event, before it has an id. Two figures are computed, both rounded down:
 *
 * - `amount`, the order's value in USDT: at the oracle's average where the event carries it (add, readd). Removing carries no
 *   price, because leaving must not depend on an oracle; both sides are then counted as the pool paid them out, that is
 *   twice the USDT side. Nothing is granted or paid by that figure.
 * - `lp_value`, the LP's worth at the reserves of that block. LP comes and goes at the ratio of the reserves, where both
 *   sides are worth the same: twice the USDT side.
 */
export function entryOf(log: ChainLog, event: LiquidityEvent): RecordEntry {
  const logPosition: Pick<
    RecordEntry,
    'chain_id' | 'address' | 'type' | 'tx_hash' | 'log_index' | 'block_number' | 'block_hash' | 'block_time'
  > = {
    chain_id: log.chainId,
    address: event.address,
    type: event.type,
    tx_hash: log.txHash,
    log_index: log.logIndex,
    block_number: log.blockNumber,
    block_hash: log.blockHash,
    block_time: log.blockTime,
  };
  const blank = {
    ...logPosition,
    usdt: 0n,
    open: 0n,
    lp: 0n,
    amount: 0n,
    lp_value: 0n,
    ousd: 0n,
    ousd_held: 0n,
  };
  const none = { ...blank, price_e18: null, hold_id: null, release_at: null };
  switch (event.type) {
    case 'add':
    case 'readd': {
      const { usdt, open, lp, priceE18: price_e18 } = event;
      const amount = valueAt(usdt, open, price_e18);
      const ousd_held = event.type === 'readd' ? event.fromHeld : 0n;
      return { ...none, usdt, open, lp, amount, lp_value: 2n * usdt, ousd_held, price_e18 };
    }
    case 'remove': {
      const { open, lp, ousdPaid: ousd, ousdHeld: ousd_held } = event;
      const usdt = ousd + ousd_held + event.usdtPaid;
      const hold = ousd_held > 0n ? { hold_id: event.holdId, release_at: event.releaseAt } : {};
      return { ...none, usdt, open, lp, amount: 2n * usdt, lp_value: 2n * usdt, ousd, ousd_held, ...hold };
    }
    case 'inkind':
      return { ...none, lp: event.lp };
    case 'release': {
      const { amount, holdId: hold_id } = event;
      return { ...none, amount, ousd: amount, ousd_held: amount, hold_id };
    }
    case 'redeem': {
      const { amount } = event;
      return { ...none, amount, usdt: amount, ousd: amount };
    }
  }
}

import type { ContractKey } from '@openmere/core/chain/addresses.ts';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { entryOf } from './entry.ts';
import { parseLiquidityEvent, topicOfType } from './events.ts';
import type { EquityDeps } from './grant-equity.ts';
import { settleLiquidity } from './settle.ts';
import { showSeen } from './show-seen.ts';
import type { RecordEntry } from './tables.ts';

export type LiquidityDeps = EquityDeps & { chainId: number };

/**
 * Adding, removing, re-adding and releases at the desk, and redemptions of OUSD, of every address. One handler for all,
 * because a position is only understood in their common order.
 */
export function liquidityHandlers(deps: LiquidityDeps): LogHandler[] {
  const { add, ...more } = topicOfType;
  const liquidity: LogHandler = {
    name: 'liquidity',
    topic0: add,
    moreTopics: Object.values(more),
    async addresses(tx) {
      const [desk, ousd] = [await addressOf(tx, 'liquidityDesk'), await addressOf(tx, 'ousd')];
      // Nothing before the desk is there, so that what lies before is read once it is.
      return desk && ousd ? [desk, ousd] : [];
    },
    async onFinal(tx, log) {
      const [entry] = await entriesOf(tx, [log]);
      if (entry) await settleLiquidity(tx, deps, entry);
    },
    async onSeen(tx, logs) {
      await showSeen(tx, deps.chainId, await entriesOf(tx, logs));
    },
  };
  return [liquidity];
}

/**
 * Each event from the contract that makes it. The desk redeems OUSD itself when it re-adds; that is no member's
 * redemption, so it is left out.
 */
async function entriesOf(tx: Tx, logs: readonly ChainLog[]): Promise<RecordEntry[]> {
  const [desk, ousd] = [await addressOf(tx, 'liquidityDesk'), await addressOf(tx, 'ousd')];
  return logs.flatMap((log) => {
    const event = parseLiquidityEvent(log);
    const speaker = event?.type === 'redeem' ? ousd : desk;
    return event && log.address === speaker && event.address !== desk ? [entryOf(log, event)] : [];
  });
}

async function addressOf(tx: Tx, key: ContractKey): Promise<Hex | undefined> {
  return (await readSettings(tx)).chainContracts[key]?.toLowerCase() as Hex | undefined;
}

import type { ContractKey } from '@openmere/core/chain/addresses.ts';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { entryOf } from './entry.ts';
import { parseLiquidityEvent, topicOfType } from './events.ts';
import type { LiquidityEventType } from './events.ts';
import type { EquityDeps } from './grant-equity.ts';
import { settleLiquidity } from './settle.ts';
import { showSeen } from './show-seen.ts';
import type { RecordEntry } from './tables.ts';

export type LiquidityDeps = EquityDeps & { chainId: number };

/** Which contract says what. */
const speakers: Readonly<Record<LiquidityEventType, ContractKey>> = {
  add: 'liquidityDesk',
  readd: 'liquidityDesk',
  remove: 'liquidityDesk',
  release: 'liquidityDesk',
  redeem: 'ousd',
};

/** Adding, removing, re-adding and releases at the desk, and redemptions of OUSD, of every address. */
export function liquidityHandlers(deps: LiquidityDeps): LogHandler[] {
  return (Object.keys(speakers) as LiquidityEventType[]).map((type) => ({
    name: `liquidity-${type}`,
    topic0: topicOfType[type],
    async addresses(tx) {
      const address = await addressOf(tx, speakers[type]);
      return address ? [address] : [];
    },
    async onFinal(tx, log) {
      const [entry] = await entriesOf(tx, type, [log]);
      if (entry) await settleLiquidity(tx, deps, entry);
    },
    async onSeen(tx, logs) {
      await showSeen(tx, deps.chainId, type, await entriesOf(tx, type, logs));
    },
  }));
}

/** The desk redeems OUSD itself when it re-adds; that is no member's redemption, so it is left out. */
async function entriesOf(
  tx: Tx,
  type: LiquidityEventType,
  logs: readonly ChainLog[],
): Promise<RecordEntry[]> {
  const desk = await addressOf(tx, 'liquidityDesk');
  return logs.flatMap((log) => {
    const event = parseLiquidityEvent(type, log);
    return event && event.address !== desk ? [entryOf(log, event)] : [];
  });
}

async function addressOf(tx: Tx, key: ContractKey): Promise<Hex | undefined> {
  return (await readSettings(tx)).chainContracts[key]?.toLowerCase() as Hex | undefined;
}

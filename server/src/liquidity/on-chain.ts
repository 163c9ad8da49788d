import { eventTopics } from '@openmere/core/chain/events.ts';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { entryOf } from './entry.ts';
import { listEvents, PAID_IN_USDT_TOPIC, topicOfType } from './events.ts';
import { followLift } from './follow-lift.ts';
import { settleLiquidity } from './settle.ts';
import type { OnStake } from './settle.ts';
import { showSeen } from './show-seen.ts';
import type { RecordEntry } from './tables.ts';

export type LiquidityDeps = { chainId: number; onStake?: OnStake };

/**
 * Adding, removing, re-adding and releases at the desk, and redemptions of OUSD, of every address. One handler for all,
 * because a position is only understood in their common order.
 */
export function liquidityHandlers(deps: LiquidityDeps): LogHandler[] {
  const { add, ...more } = topicOfType;
  const many = async (tx: Tx, logs: readonly ChainLog[]): Promise<void> => {
    await settleLiquidity({ tx, onStake: deps.onStake }, await entriesOf(tx, logs));
    const { ousd } = await speakersOf(tx);
    await followLift(
      { tx },
      logs.filter((log) => log.address === ousd),
    );
  };
  const liquidity: LogHandler = {
    name: 'liquidity',
    topic0: add,
    moreTopics: [...Object.values(more), PAID_IN_USDT_TOPIC, eventTopics.paused, eventTopics.unpaused],
    async addresses(tx) {
      const { desk, ousd } = await speakersOf(tx);
      // Nothing before the desk is there, so that what lies before is read once it is.
      return desk && ousd ? [desk, ousd] : [];
    },
    onFinal: (tx, log) => many(tx, [log]),
    onFinalMany: many,
    // Its record is known, and found again (measure-again.ts); what a pause said, it says of another block.
    async onReturned(tx, log) {
      if (log.address === (await speakersOf(tx)).ousd) await followLift({ tx }, [log]);
    },
    async onPending(tx, logs) {
      await showSeen({ tx }, { chainId: deps.chainId, entries: await entriesOf(tx, logs) });
    },
  };
  return [liquidity];
}

/**
 * Each event from the contract that makes it. The desk redeems OUSD itself when it re-adds; that is no member's
 * redemption, so it is left out.
 */
async function entriesOf(tx: Tx, logs: readonly ChainLog[]): Promise<RecordEntry[]> {
  const { desk, ousd } = await speakersOf(tx);
  const redeemed = topicOfType.redeem;
  const own = logs.filter((log) => log.address === (log.topics[0] === redeemed ? ousd : desk));
  return listEvents(own).flatMap(({ log, event }) => (event.address === desk ? [] : [entryOf(log, event)]));
}

async function speakersOf(tx: Tx): Promise<{ desk: Hex | undefined; ousd: Hex | undefined }> {
  const { liquidityDesk, ousd } = (await readSettings(tx)).chainContracts;
  return {
    desk: liquidityDesk?.toLowerCase() as Hex | undefined,
    ousd: ousd?.toLowerCase() as Hex | undefined,
  };
}

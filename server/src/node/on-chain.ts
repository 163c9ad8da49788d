import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { eventTopics } from '@openmere/core/chain/events.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { nodeTypes } from '@openmere/core/node/rules.ts';
import type { NodeType } from '@openmere/core/node/rules.ts';
import type { Insertable } from 'kysely';
import { askRescan } from '../platform/chain/cursor-store.ts';
import { isGone } from '../platform/chain/fork-store.ts';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import { eventReader } from '../platform/chain/read-event.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { recordUsesOfWallets } from '../team/record-use.ts';
import { announceMoved } from './announce.ts';
import { findMedal, insertMedal, moveMedal, replaceMedal } from './store.ts';
import type { NodeMedalTable } from './tables.ts';

/** As far back a missing transfer is looked for, some hours of BSC: whole blocks are read, and what else is asked for waits. */
const RESCAN_BLOCKS = 20_000n;
const readMoved = eventReader(medalAbi, 'Transfer');
const ZERO: Hex = `0x${'0'.repeat(40)}`;
/** The last id of each kind (Medal.typeOf): ids tell the kind. */
const lastIds: Readonly<Record<NodeType, number>> = { genesis: 100, gold: 300, diamond: 800 };
/** What each kind costs in USDT, for good (Medal._priceOf). */
const prices: Readonly<Record<NodeType, bigint>> = {
  genesis: 5_000n * oneCoin,
  gold: 2_000n * oneCoin,
  diamond: 1_000n * oneCoin,
};

/**
 * Every way that a medal takes is a Transfer, its subscription too: from nobody. Only final ones count, so nothing of it is
 * ever taken back; the page that signed shows what its own receipt says until then.
 */
export function nodeHandlers(): LogHandler[] {
  return [
    {
      name: 'node-medal',
      topic0: eventTopics.transfer,
      async addresses(tx) {
        const { medal } = (await readSettings(tx)).chainContracts;
        return medal ? [medal.toLowerCase() as Hex] : [];
      },
      onFinal: settle,
    },
  ];
}

export function typeOfToken(tokenId: number): NodeType | undefined {
  return tokenId < 1 ? undefined : nodeTypes.find((type) => tokenId <= lastIds[type]);
}

async function settle(tx: Tx, log: ChainLog): Promise<void> {
  const event = readMoved(log);
  const tokenId = Number(event?.tokenId ?? 0n);
  const type = typeOfToken(tokenId);
  if (!event || type === undefined) return;
  const { chainId: chain_id, blockNumber: block_number, txHash: tx_hash, blockTime } = log;
  const to = event.to as Hex;
  if (event.from === ZERO) {
    const isNew = await subscribe(tx, {
      chain_id,
      token_id: tokenId,
      type,
      first_owner: to,
      tx_hash,
      block_number,
      subscribed_at: blockTime,
    });
    const use = { kind: 'node', wallet: to, value: prices[type], time: blockTime } as const;
    if (isNew) await recordUsesOfWallets({ tx }, [use]);
  }
  const place = { chain_id, token_id: tokenId, block_number, log_index: log.logIndex };
  const holding = { ...place, holder: to, tx_hash, from_at: blockTime, until_at: null };
  const { before, isHeld, gap } = await moveMedal(tx, holding, event.from as Hex);
  // No reserve differs by it, so nothing else would ask.
  const since = block_number > RESCAN_BLOCKS ? block_number - RESCAN_BLOCKS : 0n;
  if (gap !== undefined)
    await askRescan(tx, chain_id, gap > since ? gap : since, `medal ${tokenId}: a transfer was left out`);
  if (isHeld) await announceMoved(tx, { to, before, tokenId, type, hash: tx_hash });
}

/** @returns whether it is new: never subscribed, or by what a reorganisation took. */
async function subscribe(tx: Tx, medal: Insertable<NodeMedalTable>): Promise<boolean> {
  if (await insertMedal(tx, medal)) return true;
  const { chain_id, token_id, tx_hash } = medal;
  const known = await findMedal(tx, chain_id, token_id);
  if (!known || known.tx_hash === tx_hash) return false;
  if (!(await isGone(tx, chain_id, 'node-medal', known.tx_hash))) return false;
  await replaceMedal(tx, medal);
  return true;
}

import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { eventTopics } from '@openmere/core/chain/events.ts';
import { COLD_ACCOUNT, RESERVE_ACCOUNT, reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { noteColdAddresses } from '../deposit/cold-store.ts';
import type { Hex, LogHandler } from '../platform/chain/log.ts';
import { eventReader } from '../platform/chain/read-event.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';

const readSwept = eventReader(treasuryAbi, 'SweptToCold');
const readColdChanged = eventReader(treasuryAbi, 'ColdChanged');

export type ReserveDeps = { post(tx: Tx, entry: JournalEntry): Promise<unknown> };

/** The treasury's moves to the cold address: the money stays ours, in another place. And which address that is, and was. */
export function reserveHandlers(deps: ReserveDeps): LogHandler[] {
  const cold: LogHandler = {
    name: 'reserve-cold',
    topic0: eventTopics.sweptToCold,
    addresses: listTreasury,
    async onFinal(tx, log) {
      const swept = readSwept(log);
      const { chainContracts } = await readSettings(tx);
      const coin = reserveTokens(chainContracts).find((one) => one.token === swept?.token)?.coin;
      // Other tokens that lie in the treasury are not in the ledger.
      if (!coin || !swept) return;
      const { amount } = swept;
      assert(amount > 0n, 'the treasury moves whole amounts');
      await deps.post(tx, {
        key: `cold:${log.chainId}:${log.txHash}:${log.logIndex}`,
        kind: 'reserve-cold',
        reference: log.txHash,
        data: { block: Number(log.blockNumber) },
        actor: 'system:chain',
        postings: [{ source: COLD_ACCOUNT, destination: RESERVE_ACCOUNT, asset: coin, amount }],
      });
    },
  };
  // By itself, so that an installation which is older than this reads the changes of before.
  const place: LogHandler = {
    name: 'reserve-cold-place',
    topic0: eventTopics.coldChanged,
    addresses: listTreasury,
    async onFinal(tx, log) {
      const changed = readColdChanged(log);
      if (changed) await noteColdAddresses(tx, log.chainId, [changed.previous, changed.cold]);
    },
  };
  return [cold, place];
}

async function listTreasury(tx: Tx): Promise<Hex[]> {
  const { treasury } = (await readSettings(tx)).chainContracts;
  return treasury ? [treasury.toLowerCase() as Hex] : [];
}

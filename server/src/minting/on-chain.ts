import { eventTopics } from '@openmere/core/chain/events.ts';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import type { PostEntries } from '../swap/divide-fees.ts';
import { listEntries } from './events.ts';
import { recordMinted } from './record-minted.ts';
import type { OnMinted } from './record-minted.ts';
import { showSeen } from './show-seen.ts';

export type MintingDeps = {
  chainId: number;
  post: PostEntries;
  onMinted: OnMinted;
};

/** Minted hash power, minted USDO and redeemed USDO, of every address. */
export function mintingHandlers(deps: MintingDeps): LogHandler[] {
  const { chainId } = deps;
  const entriesOf = async (tx: Tx, logs: readonly ChainLog[]) =>
    listEntries(logs, (await readSettings(tx)).chainContracts);
  const many = async (tx: Tx, logs: readonly ChainLog[]): Promise<void> =>
    recordMinted({ ...deps, tx }, await entriesOf(tx, logs));
  const minting: LogHandler = {
    name: 'minting',
    topic0: eventTopics.powerMinted,
    moreTopics: [eventTopics.usdoMinted, eventTopics.redeemed],
    async addresses(tx) {
      const { hashPowerMint, usdoMint, usdo } = (await readSettings(tx)).chainContracts;
      // Nothing before all are there, so that what lies before is read once they are.
      if (!hashPowerMint || !usdoMint || !usdo) return [];
      return [hashPowerMint, usdoMint, usdo].map((address) => address.toLowerCase() as Hex);
    },
    onFinal: (tx, log) => many(tx, [log]),
    onFinalMany: many,
    async onPending(tx, logs) {
      await showSeen({ tx }, { chainId, entries: await entriesOf(tx, logs) });
    },
  };
  return [minting];
}

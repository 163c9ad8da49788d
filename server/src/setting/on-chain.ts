import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { eventTopics } from '@openmere/core/chain/events.ts';
import { entrances } from '@openmere/core/setting/pause.ts';
import type { Entrance } from '@openmere/core/setting/pause.ts';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import type { Tx } from '../platform/db/connect.ts';
import { savePause } from './pause-store.ts';
import { readSettings } from './read.ts';

/** The addresses of the contracts of which one is enough to shut an entrance. */
export function contractsOf(entrance: Entrance, contracts: AddressMap): Hex[] {
  return entrances[entrance].flatMap((key) => (contracts[key]?.toLowerCase() as Hex | undefined) ?? []);
}

/** Since when the guard has paused each contract that members enter: the contract itself only says that it is so (decision 0282). */
export function pauseHandlers(): LogHandler[] {
  return [
    {
      name: 'contract-paused',
      isPerContract: true,
      topic0: eventTopics.paused,
      moreTopics: [eventTopics.unpaused],
      async addresses(tx) {
        const { chainContracts } = await readSettings(tx);
        return (Object.keys(entrances) as Entrance[]).flatMap((one) => contractsOf(one, chainContracts));
      },
      onFinal: save,
      onReturned: save,
    },
  ];
}

function save(tx: Tx, log: ChainLog): Promise<void> {
  return savePause(tx, {
    chain_id: log.chainId,
    contract: log.address,
    since: log.topics[0] === eventTopics.paused ? log.blockTime : null,
    block_number: log.blockNumber,
    log_index: log.logIndex,
  });
}

import { eventTopics, parseAddressWord } from '@openmere/core/chain/events.ts';
import type { ContractKey } from '@openmere/core/chain/addresses.ts';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import type { Log } from '../platform/log.ts';
import { readSettings } from '../setting/read.ts';
import { addGovernanceEvent, findFirstTx, listAdministrators } from './governance-store.ts';
import type { GovernanceEvent } from './governance-store.ts';

export type GovernanceDeps = { chainId: number; log: Log };

/** Everything with roles. */
const GOVERNED: readonly ContractKey[] = [
  'treasury',
  'usdo',
  'ousd',
  'membership',
  'swapDesk',
  'liquidityDesk',
];
const NAMES: Readonly<Record<string, GovernanceEvent['event']>> = {
  [eventTopics.callScheduled]: 'CallScheduled',
  [eventTopics.roleGranted]: 'RoleGranted',
  [eventTopics.coldProposed]: 'ColdProposed',
  [eventTopics.coldChanged]: 'ColdChanged',
};

/**
 * Raises an alarm for every proposal at the timelock, every role that is given and every change of the cold address: two
 * days are left to cancel what nobody of the house proposed (docs/threat-model.md, Keys of the contracts). Whoever
 * administers a contract is watched, too, so the timelock needs no configuration. What a contract grants in its own
 * deployment is kept without an alarm.
 */
export function governanceHandlers(deps: GovernanceDeps): LogHandler[] {
  const watch: LogHandler = {
    name: 'governance',
    topic0: eventTopics.callScheduled,
    moreTopics: [eventTopics.roleGranted, eventTopics.coldProposed, eventTopics.coldChanged],
    async addresses(tx) {
      const { chainContracts } = await readSettings(tx);
      const contracts = GOVERNED.flatMap((key) => chainContracts[key]?.toLowerCase() ?? []);
      const administrators = await listAdministrators(tx, deps.chainId, contracts);
      return [...new Set([...contracts, ...administrators])] as Hex[];
    },
    async onFinal(tx, log) {
      const event = readEvent(log);
      if (event === undefined) return;
      const first = await findFirstTx(tx, log.chainId, log.address);
      const made = first === undefined || first === log.txHash;
      const alarmed = event.event !== 'RoleGranted' || !made;
      await addGovernanceEvent(tx, { ...event, alarmed });
      if (alarmed)
        deps.log.fatal(
          { ...event, block_number: String(event.block_number) },
          `ALARM ${event.event} on the contracts`,
        );
    },
  };
  return [watch];
}

type Read = Omit<GovernanceEvent, 'alarmed'>;

function readEvent(log: ChainLog): Read | undefined {
  const event = NAMES[log.topics[0] ?? ''];
  const [, first, second] = log.topics;
  if (event === undefined || first === undefined) return undefined;
  // CallScheduled names its target as the first word of its data; its second topic is the place within a batch.
  const target = event === 'CallScheduled' ? (`0x${log.data.slice(2, 66)}` as const) : second;
  return {
    chain_id: log.chainId,
    tx_hash: log.txHash,
    log_index: log.logIndex,
    block_number: log.blockNumber,
    at: log.blockTime,
    contract: log.address,
    event,
    // Never an address where a role stands: the administrator's role is all zeros.
    subject: event.startsWith('Cold') ? (parseAddressWord(first) ?? first) : first,
    object: parseAddressWord(target) ?? target ?? '',
  };
}

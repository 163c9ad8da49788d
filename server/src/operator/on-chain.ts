import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import type { ContractKey } from '@openmere/core/chain/addresses.ts';
import { eventTopics } from '@openmere/core/chain/events.ts';
import { parseAbi } from 'viem';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import { eventReader } from '../platform/chain/read-event.ts';
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
  'hashPowerMint',
  'usdoMint',
  'medal',
  'buyBack',
];
/** OpenZeppelin's timelock, which is none of our contracts. */
const timelockAbi = parseAbi([
  'event CallScheduled(bytes32 indexed id, uint256 indexed index, address target, uint256 value, bytes data, bytes32 predecessor, uint256 delay)',
]);
const readCallScheduled = eventReader(timelockAbi, 'CallScheduled');
const readRoleGranted = eventReader(treasuryAbi, 'RoleGranted');
const readColdProposed = eventReader(treasuryAbi, 'ColdProposed');
const readColdChanged = eventReader(treasuryAbi, 'ColdChanged');

/** About what (a proposal, a role, the address that was), and whom. */
type Meaning = Pick<GovernanceEvent, 'event' | 'subject' | 'object'>;
const meanings: Readonly<Record<string, (log: ChainLog) => Meaning>> = {
  [eventTopics.callScheduled]: (log) => {
    const said = readCallScheduled(log);
    return meaning('CallScheduled', log, said && [said.id, said.target]);
  },
  [eventTopics.roleGranted]: (log) => {
    const said = readRoleGranted(log);
    return meaning('RoleGranted', log, said && [said.role, said.account]);
  },
  [eventTopics.coldProposed]: (log) => {
    const said = readColdProposed(log);
    return meaning('ColdProposed', log, said && [said.cold, said.proposed]);
  },
  [eventTopics.coldChanged]: (log) => {
    const said = readColdChanged(log);
    return meaning('ColdChanged', log, said && [said.previous, said.cold]);
  },
};

/** What cannot be read by its ABI raises its alarm all the same, with its topics as they are. */
function meaning(
  event: Meaning['event'],
  { topics }: ChainLog,
  [subject, object]: readonly string[] = topics.slice(1),
): Meaning {
  return { event, subject: subject ?? '', object: object ?? '' };
}

/**
 * Raises an alarm for every proposal at the timelock, every role that is given and every change of the cold address: two
 * days are left to cancel what nobody of the house proposed (docs/threat-model.md, Keys of the contracts). Whoever
 * administers a contract is watched, too, so the timelock needs no configuration. What a contract grants in its own
 * deployment, and what is granted to a published contract of ours, is kept without an alarm.
 */
export function governanceHandlers(deps: GovernanceDeps): LogHandler[] {
  const watch: LogHandler = {
    name: 'governance',
    isPerContract: true,
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
      const { chainContracts } = await readSettings(tx);
      const ours = Object.values(chainContracts).some((one) => one.toLowerCase() === event.object);
      const alarmed = event.event !== 'RoleGranted' || !(made || ours);
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
  const said = meanings[log.topics[0] ?? '']?.(log);
  return (
    said && {
      chain_id: log.chainId,
      tx_hash: log.txHash,
      log_index: log.logIndex,
      block_number: log.blockNumber,
      at: log.blockTime,
      contract: log.address,
      ...said,
    }
  );
}

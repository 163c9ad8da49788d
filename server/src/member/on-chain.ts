import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { eventTopics } from '@openmere/core/chain/events.ts';
import { activationMoved } from '@openmere/core/member/contract.ts';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import { eventReader } from '../platform/chain/read-event.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toMembers } from '../platform/outbox.ts';
import { readSettings } from '../setting/read.ts';
import { activateIfReady } from './activate.ts';
import { keepFinal, lockSeen, dropSeen, putSeen } from './activation-store.ts';
import { findOwners } from './store.ts';

const readActivated = eventReader(membershipAbi, 'Activated');
type Activated = NonNullable<ReturnType<typeof readActivated>>;

/** Membership.Activated(member, inviter): final ones activate, the others are shown as pending. */
export function memberHandlers(): LogHandler[] {
  return [
    {
      name: 'member-activated',
      topic0: eventTopics.activated,
      async addresses(tx) {
        const { chainContracts } = await readSettings(tx);
        return chainContracts.membership ? [chainContracts.membership.toLowerCase() as Hex] : [];
      },
      onFinal: settle,
      onPending: (tx, logs, head) => showSeen(tx, logs, head),
    },
  ];
}

/** Keeps the event for good, whether the wallet is a member's yet or not, and activates its owner if all else is there. */
async function settle(tx: Tx, log: ChainLog): Promise<void> {
  const event = readActivated(log);
  if (!event) return;
  await keepFinal(tx, {
    wallet_address: event.member,
    inviter_address: event.inviter,
    tx_hash: log.txHash,
    block_number: log.blockNumber,
    log_index: log.logIndex,
    final_at: log.blockTime,
  });
  const owner = (await findOwners(tx, [event.member])).get(event.member);
  if (owner !== undefined) await activateIfReady({ tx }, owner);
}

/** Brings the pending activations to what the chain shows now: the set is complete, so what is missing is gone. */
async function showSeen(tx: Tx, logs: readonly ChainLog[], head: bigint): Promise<void> {
  const before = await lockSeen(tx);
  const now = new Map<string, { log: ChainLog; event: Activated; confirmations: number }>();
  for (const log of logs) {
    const event = readActivated(log);
    if (event) now.set(event.member, { log, event, confirmations: Number(head - log.blockNumber) + 1 });
  }
  const gone = before.map((row) => row.wallet_address).filter((wallet) => !now.has(wallet));
  await dropSeen(tx, gone);
  for (const [wallet, { log, event, confirmations }] of now) {
    await putSeen(tx, {
      wallet_address: wallet,
      inviter_address: event.inviter,
      tx_hash: log.txHash,
      block_number: log.blockNumber,
      log_index: log.logIndex,
      confirmations,
    });
  }
  await announceChanges(tx, new Map(before.map((row) => [row.wallet_address, row.confirmations])), now, gone);
}

async function announceChanges(
  tx: Tx,
  before: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, { log: ChainLog; confirmations: number }>,
  gone: readonly string[],
): Promise<void> {
  const changed = [...now].filter(([wallet, { confirmations }]) => before.get(wallet) !== confirmations);
  const owners = await findOwners(tx, [...changed.map(([wallet]) => wallet), ...gone]);
  const pending = changed.map(([wallet, { log, confirmations }]) => ({
    wallet,
    data: { state: 'pending' as const, hash: log.txHash, confirmations },
  }));
  const vanished = gone.map((wallet) => ({ wallet, data: { state: 'none' as const } }));
  const messages = [...pending, ...vanished].flatMap(({ wallet, data }) => {
    const memberId = owners.get(wallet);
    return memberId === undefined ? [] : [{ memberId, data }];
  });
  await toMembers(tx, activationMoved, messages);
}

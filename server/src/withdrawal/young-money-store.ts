import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { Amount } from '@openmere/core/money/amount.ts';
import { listRecentFlows } from '../ledger/recent-flows.ts';
import type { Flow } from '../ledger/recent-flows.ts';
import type { Tx } from '../platform/db/connect.ts';

/** Postings that one request looks at; who hides behind more is looked at by a person. */
const FLOWS_MAX = 2_000;
const MEMBER = /^member:[^:]+:(available|held)$/;
const HELD = /^member:[^:]+:held$/;
/** Money from outside: the chain, a bank, and what was matched by hand. */
const OUTSIDE = /^(treasury|bank|suspense):/;

/**
 * How much of a member's available money came in from outside within the last `hours`, directly or through transfers and
 * orders of other members: what is received inherits the deposit's age (rulebook §5, age of deposits), also where it was held meanwhile. The youngest
 * money leaves first, so that passing it on cannot make it older. Base units; all that came in by transfer counts when
 * the way back is too long to follow.
 */
export async function sumYoungMoney(
  tx: Tx,
  memberId: string,
  asset: string,
  hours: number,
  flowsMax = FLOWS_MAX,
): Promise<Amount> {
  const own = availableAccount(memberId);
  const flows = new Map<bigint, Flow>();
  const followed = new Set<AccountName>([own]);
  const waiting: AccountName[] = [own];
  for (let account = waiting.pop(); account !== undefined; account = waiting.pop()) {
    const limit = flowsMax - flows.size + 1;
    for (const flow of await listRecentFlows(tx, { account, asset, hours, limit })) {
      flows.set(flow.row, flow);
      if (flow.destination !== account || !MEMBER.test(flow.source) || followed.has(flow.source)) continue;
      followed.add(flow.source);
      waiting.push(flow.source);
    }
    if (flows.size > flowsMax) return sumReceived(flows.values(), own);
  }
  return replayYoung([...flows.values()], own);
}

function sumReceived(flows: Iterable<Flow>, own: AccountName): Amount {
  let sum = 0n;
  for (const { source, destination, amount } of flows)
    if (destination === own && (MEMBER.test(source) || OUTSIDE.test(source))) sum += amount;
  return sum;
}

/**
 * Young money of `own` after the flows, in their order. A flow between members, into a hold or out of it moves the sender's young money
 * first; what leaves a hold for elsewhere takes it along.
 */
export function replayYoung(flows: readonly Flow[], own: AccountName): Amount {
  const young = new Map<AccountName, Amount>();
  const add = (account: AccountName, amount: Amount): void => {
    young.set(account, (young.get(account) ?? 0n) + amount);
  };
  for (const { source, destination, amount } of flows.toSorted((a, b) => (a.row < b.row ? -1 : 1))) {
    const isMembers = MEMBER.test(destination);
    if (isMembers && OUTSIDE.test(source)) add(destination, amount);
    if (!MEMBER.test(source) || !(isMembers || HELD.test(source))) continue;
    const had = young.get(source) ?? 0n;
    const moved = had < amount ? had : amount;
    add(source, -moved);
    if (isMembers) add(destination, moved);
  }
  return young.get(own) ?? 0n;
}

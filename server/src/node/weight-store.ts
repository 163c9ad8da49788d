import { nodeTypes, weighHoldings } from '@openmere/core/node/rules.ts';
import type { NodeType, PerType } from '@openmere/core/node/rules.ts';
import { findOwners } from '../member/store.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import type { Settings } from '../setting/read.ts';
import { listHeldIn, listHolders } from './store.ts';

/** `memberId` is null where the wallet is nobody's: its part has no taker. */
export type MedalWeight = { memberId: string | null; address: string; weight: bigint };

export function weightsOf(settings: Settings): PerType<number> {
  return {
    genesis: settings.nodeWeightGenesis,
    gold: settings.nodeWeightGold,
    diamond: settings.nodeWeightDiamond,
  };
}

/**
 * What the medals of each holder weigh in a period, by the time that they were held in it (rulebook §10), by address. Right
 * once the follower has applied a final block at or after `to`.
 */
export async function listMedalWeights(tx: Tx, period: { from: Date; to: Date }): Promise<MedalWeight[]> {
  const rows = await listHeldIn(tx, period);
  const sums = weighHoldings(
    rows.map(({ from, until, ...row }) => ({
      ...row,
      from: from.getTime(),
      until: until?.getTime() ?? null,
    })),
    { from: period.from.getTime(), to: period.to.getTime() },
    weightsOf(await readSettings(tx)),
  );
  const owners = await findOwners(tx, [...sums.keys()]);
  return [...sums]
    .map(([address, weight]) => ({ memberId: owners.get(address) ?? null, address, weight }))
    .sort((a, b) => (a.address < b.address ? -1 : 1));
}

/** Which kind of node each of these members holds now; who holds none is left out. There are 800 medals at most. */
export async function countNodes(
  db: Db | Tx,
  memberIds: readonly string[],
): Promise<Map<string, Record<NodeType, number>>> {
  const wanted = new Set(memberIds);
  const counts = new Map<string, Record<NodeType, number>>();
  for (const { memberId, type } of await listNodeHolders(db)) {
    if (!wanted.has(memberId)) continue;
    const count = counts.get(memberId) ?? blank();
    count[type] += 1;
    counts.set(memberId, count);
  }
  return counts;
}

/** Every member who holds a node now. */
export async function listNodeHolders(db: Db | Tx): Promise<{ memberId: string; type: NodeType }[]> {
  const holders = await listHolders(db);
  const owners = await findOwners(
    db,
    holders.map(({ holder }) => holder),
  );
  return holders.flatMap(({ holder, type }) => {
    const memberId = owners.get(holder);
    return memberId === undefined ? [] : [{ memberId, type }];
  });
}

const blank = (): Record<NodeType, number> =>
  Object.fromEntries(nodeTypes.map((type) => [type, 0])) as Record<NodeType, number>;

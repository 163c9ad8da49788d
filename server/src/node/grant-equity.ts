import { grantEquity } from '../liquidity/grant-equity.ts';
import type { EquityDeps } from '../liquidity/grant-equity.ts';
import { mayOnlyLeave } from '../member/only-leave.ts';
import { findMember, findOwners } from '../member/store.ts';
import { businessNow } from '../platform/business-clock.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { Rows } from '../platform/rows.ts';
import { readSettings } from '../setting/read.ts';
import type { Settings } from '../setting/read.ts';
import { listWithoutEquity, saveEquity } from './store.ts';
import type { Medal } from './tables.ts';

/** What a node of each kind gives (rulebook §8). */
export function equityOf(settings: Settings): Readonly<Record<Medal['type'], bigint>> {
  return {
    genesis: settings.nodeEquityGenesis,
    gold: settings.nodeEquityGold,
    diamond: settings.nodeEquityDiamond,
  };
}

/**
 * Grants the EQUITY of each node once: to the member who got it when it was subscribed, as far as their cap lets. A medal that
 * goes from hand to hand gives nothing again. One whose wallet is nobody's waits until somebody binds it. One that fails is passed
 * over, and thrown when all others are granted.
 * @returns how many were granted.
 */
export async function grantNodeEquity(ctx: EquityDeps & { db: Db; chainId: number }): Promise<number> {
  const { db, chainId } = ctx;
  const waiting = await listWithoutEquity(db, chainId);
  const rows = new Rows();
  let granted = 0;
  const owners = await findOwners(
    db,
    waiting.map((medal) => medal.first_owner),
  );
  for (const medal of waiting) {
    const memberId = owners.get(medal.first_owner);
    if (memberId === undefined) continue;
    const grant = () => inTransaction(db, (tx) => grantOne({ ...ctx, tx }, medal, memberId));
    if (await rows.attempt(`node ${medal.token_id}`, grant)) granted += 1;
  }
  rows.end();
  return granted;
}

async function grantOne(ctx: EquityDeps & { tx: Tx }, medal: Medal, memberId: string): Promise<boolean> {
  const { tx } = ctx;
  const member = await findMember(tx, memberId);
  // Who may only leave earns nothing more (rulebook §1).
  if (!member || (await mayOnlyLeave(ctx, member))) return false;
  const value = equityOf(await readSettings(tx))[medal.type];
  const equity = await grantEquity(ctx, {
    memberId,
    value,
    // A number whose subscription a reorganisation took is sold again, and gives again.
    key: `node:${medal.chain_id}:${medal.token_id}:${medal.tx_hash}`,
    reference: `node:${medal.token_id}`,
    data: { type: medal.type, hash: medal.tx_hash },
    actor: 'system:node',
  });
  await saveEquity(tx, medal, { memberId, equity, at: await businessNow(tx) });
  return true;
}

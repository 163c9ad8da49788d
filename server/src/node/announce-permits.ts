import { nodePermitMoved } from '@openmere/core/node/contract.ts';
import { findMember, findOwners } from '../member/store.ts';
import { businessNow } from '../platform/business-clock.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { toMail, toMember } from '../platform/outbox.ts';
import { Rows } from '../platform/rows.ts';
import { readableParams } from '../platform/text.ts';
import { listUnannounced, saveAnnounced } from './permit-store.ts';
import type { Permit } from './tables.ts';

/** Told in one round. Those of wallets that are nobody's wait beside them: operators agree on each, so they are few enough to be read. */
const BATCH = 50;

/**
 * Tells whom a permit is for that it is signed: their open screens, and by mail where they have an address. The signer, which has no
 * way to anybody, only signs. A wallet that is nobody's is told once somebody binds it; what has run out meanwhile is told to nobody.
 * @returns how many were told.
 */
export async function announcePermits(ctx: { db: Db }): Promise<number> {
  const { db } = ctx;
  const permits = await listUnannounced(db, await businessNow(db));
  const owners = await findOwners(
    db,
    permits.map(({ address }) => address),
  );
  const rows = new Rows();
  let told = 0;
  for (const permit of permits.filter(({ address }) => owners.has(address)).slice(0, BATCH)) {
    const memberId = owners.get(permit.address);
    if (memberId === undefined) continue;
    if (await rows.attempt(permit.id, () => announceOne(db, permit, memberId))) told += 1;
  }
  rows.end();
  return told;
}

function announceOne(db: Db, { id, address, deadline }: Permit, memberId: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Another settler may have been faster.
    if (!(await saveAnnounced(tx, id))) return false;
    await toMember(tx, nodePermitMoved, memberId, { state: 'signed' });
    const member = await findMember(tx, memberId);
    if (member?.email)
      await toMail(tx, {
        to: member.email,
        locale: member.locale,
        template: 'node.mail.permit',
        params: readableParams(member.locale, { address, deadline: deadline.toISOString() }),
        antiphishing: member.antiphishing,
      });
    return true;
  });
}

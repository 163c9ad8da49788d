import type { Tx } from '../../platform/db/connect.ts';
import { open } from '../../platform/secrets-box.ts';
import { listIdentitiesOf } from './identity-store.ts';

const SHOWN_END = 4;

/** Empty once it was wiped. */
function opened(sealed: string): string {
  return sealed === '' ? '' : open(sealed);
}

/** As much of a number as says which document it was: whoever has the session does not get the document by it (decision 0181). */
function endOf(number: string): string {
  return number.length > SHOWN_END ? `…${number.slice(-SHOWN_END)}` : '';
}

/** One member's identity checks, newest first, for the file of their own data. */
export async function listOwnIdentities(tx: Tx, memberId: string): Promise<unknown[]> {
  const rows = await listIdentitiesOf(tx, memberId);
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    kind: row.kind,
    country: row.country,
    name: opened(row.name),
    birthdate: opened(row.birth),
    number: endOf(opened(row.number)),
    made: row.made_at,
    sent: row.sent_at,
    decided: row.decided_at,
    cause: row.cause,
    reason: row.reason,
    wiped: row.wiped_at,
  }));
}

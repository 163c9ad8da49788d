/**
 * For the kill test: a settler that moves what is due until it is done, or dies at its failpoint: `step:3` after the third order,
 * `posting:2` in the middle of the transaction that posts for the second time.
 */
import { announceBalances } from '../../asset/announce.ts';
import type { OnPosted } from '../../ledger/post.ts';
import { createDatabase } from '../../platform/db/connect.ts';
import { unlockSecrets } from '../../platform/secrets-box.ts';
import { settleDueOrders } from './settle-due.ts';

const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
unlockSecrets({ fieldKey: key(1), pepper: key(2), cursorKey: key(3) });
const [where = '', at = '0'] = (process.env['OPENMERE_FAILPOINT'] ?? '').split(':');
let passed = 0;
const pass = (here: string): void => {
  if (here === where && ++passed === Number(at)) process.kill(process.pid, 'SIGKILL');
};
const onPosted: OnPosted = async (tx, posted) => {
  await announceBalances(tx, posted);
  pass('posting');
};
const { db, close } = createDatabase(process.env['DATABASE_URL'] ?? '', 'settler', { max: 3 });
await settleDueOrders({ db, onPosted, onStep: () => pass('step') });
await close();

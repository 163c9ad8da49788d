import { createRoot } from '../member/create-root.ts';
import { loadSanctions } from '../member/sanctions-store.ts';
import type { Member } from '../member/store.ts';
import type { Follower } from '../platform/chain/follower.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database, Db } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { unlockTestSecrets } from '../platform/http/test-api.ts';
import { forgetSettings } from '../setting/read.ts';

/** What every test with a database has: one of its own, with the first member in it. */
export type TestContext = {
  clone: TestDatabase;
  /** As api, indexer and settler at once, with their rights only. */
  database: Database;
  db: Db;
  /** As owner of everything: writes what no process may. */
  owner: Db;
  /** The member without an inviter. */
  root: Member;
  close: () => Promise<void>;
};

export const coin = 10n ** 18n;
/** Nobody's deposit address and nobody's wallet but the root's. */
const ROOT_WALLET = `0x${'1'.repeat(40)}`;

/** `on`: a database other than a clone of the tests' own. */
export async function openTestContext({
  now = new Date(),
  on,
}: { now?: Date; on?: TestDatabase } = {}): Promise<TestContext> {
  unlockTestSecrets();
  const clone = on ?? (await cloneDatabase());
  // Settings are kept for a second: those of the database before must not be this one's.
  forgetSettings();
  const database = clone.connect('app', { max: 24 });
  const owner = clone.connect('owner', { max: 4 }).db;
  const root = await inTransaction(owner, async (tx) => {
    // Without a list nobody would be paid by rule.
    await loadSanctions(tx, 'test', `0x${'66'.repeat(20)}`);
    return createRoot({ tx }, { now, walletAddress: ROOT_WALLET, nickname: 'Root' });
  });
  return { clone, database, db: database.db, owner, root, close: () => clone.drop() };
}

/** Polls until nothing is left. */
export async function catchUp(follower: Follower): Promise<void> {
  for (let polls = 0; polls < 50; polls += 1) if (!(await follower.poll()).more) return;
  throw new Error('the follower does not catch up');
}

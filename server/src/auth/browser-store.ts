import type { Origin } from '../platform/actor.ts';
import type { Db } from '../platform/db/connect.ts';

/** Whether somebody logged in to this account (a member's or an operator's id) from this browser before, or set its password by mail. */
export async function isKnownBrowser(db: Db, subject: string | undefined, from: Origin): Promise<boolean> {
  return (await findBrowser(db, subject, from)) !== undefined;
}

/** Whether there was a login: who reads another's mailbox sets a password by it, and its owner is to hear of the login that follows. */
export async function hasLoggedIn(db: Db, subject: string, from: Origin): Promise<boolean> {
  return (await findBrowser(db, subject, from))?.logged_in === true;
}

async function findBrowser(
  db: Db,
  subject: string | undefined,
  from: Origin,
): Promise<{ logged_in: boolean } | undefined> {
  const rows = await db
    .selectFrom('auth_browser')
    .select('logged_in')
    // Without cookie or account the same question is asked of nobody, so that it takes the same time.
    .where('browser_hash', '=', from.browser?.hash ?? '')
    .where('subject', '=', subject ?? '')
    .execute();
  return rows[0];
}

/**
 * A login came through: from now on this browser has a pot of its own for this account. A browser that was not known for it
 * gets a new name, so that a name that somebody put there before is worth nothing.
 */
export async function rememberBrowser(tx: Db, now: Date, subject: string, from: Origin): Promise<void> {
  await noteBrowser(tx, now, { subject, from, login: { logged_in: true } });
}

/** It set the account's password by mail: it has its pot, too, and no login yet. */
export async function trustBrowser(tx: Db, now: Date, subject: string, from: Origin): Promise<void> {
  await noteBrowser(tx, now, { subject, from, login: {} });
}

type Noted = { subject: string; from: Origin; login: { logged_in?: true } };

async function noteBrowser(tx: Db, now: Date, { subject, from, login }: Noted): Promise<void> {
  const { browser } = from;
  if (!browser) return;
  let hash = browser.hash;
  if (hash === undefined || !(await isKnownBrowser(tx, subject, from))) {
    const renamed = browser.rename();
    if (hash !== undefined) {
      await tx
        .updateTable('auth_browser')
        .set({ browser_hash: renamed })
        .where('browser_hash', '=', hash)
        .execute();
    }
    hash = renamed;
  }
  await tx
    .insertInto('auth_browser')
    .values({ browser_hash: hash, subject, last_login_at: now, logged_in: false, ...login })
    .onConflict((conflict) =>
      conflict.columns(['browser_hash', 'subject']).doUpdateSet({ last_login_at: now, ...login }),
    )
    .execute();
}

/** Every browser is a stranger to this account again. */
export async function forgetBrowsers(tx: Db, subject: string): Promise<void> {
  await tx.deleteFrom('auth_browser').where('subject', '=', subject).execute();
}

import type { Tx } from '../platform/db/connect.ts';
import { forgetBrowsers } from './browser-store.ts';
import { dropTotp } from './second-factor/factor-store.ts';
import { dropResets } from './second-factor/reset-store.ts';

/** What one logged in by is gone: browsers, passkeys, authenticator app and requests about it, login password. The payment password's hash stays (T15). */
export async function forgetLogins(tx: Tx, memberId: string): Promise<void> {
  await forgetBrowsers(tx, memberId);
  await dropTotp(tx, memberId);
  await dropResets(tx, memberId);
  await tx.deleteFrom('totp_start').where('member_id', '=', memberId).execute();
  await tx.deleteFrom('passkey').where('member_id', '=', memberId).execute();
  await tx.deleteFrom('login_password').where('member_id', '=', memberId).execute();
}

import { canKeepAccounts, keepAccount } from '../../auth/accounts/kept-accounts.ts';
import type { KeptAccount } from '../../auth/accounts/kept-accounts.ts';
import { call } from '../../platform/api-client.ts';
import { useSessionStore } from '../../platform/session.ts';
import type { MemberInfo } from '../use-member.ts';

/**
 * Binds what makes a sub-account independent. Its main account stays logged in on this device: only the sub-account leads back to it, and
 * only until then, so its session is asked for before.
 */
export async function bindOwn({ main }: MemberInfo, bind: () => Promise<unknown>): Promise<void> {
  const kept = main === null ? undefined : await findMain(main.userid);
  await bind();
  if (main === null) return;
  useSessionStore.getState().own();
  if (kept) await keepAccount(kept);
}

async function findMain(userid: string): Promise<KeptAccount | undefined> {
  if (!canKeepAccounts()) return undefined;
  const { accounts } = await call('Users/myaccount', {});
  const main = accounts.find((one) => one.userid === userid);
  if (!main) return undefined;
  const { nickname, avatar, invitationcode } = main;
  const { token } = await call('Users/TabUser', { userid });
  return { userid, nickname, avatar, invitationcode, token, acting: false };
}

import { call } from '../../platform/api-client.ts';
import { forgetPerson } from '../../platform/forget-person.ts';
import { relaunch } from '../../platform/history.ts';
import { useSessionStore } from '../../platform/session.ts';

/**
 * Goes on as another account of one's own. As at a login the change of token empties all reads and opens the socket anew; drafts and
 * searches belonged to the account that is left.
 */
export async function switchAccount({ userid, main }: { userid: string; main: boolean }): Promise<void> {
  const { token } = await call('Users/TabUser', { userid });
  forgetPerson(userid);
  useSessionStore.getState().start(token, !main);
  relaunch('/pages/home/home');
}

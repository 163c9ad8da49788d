import { call } from '../platform/api-client.ts';
import { forgetPerson } from '../platform/forget-person.ts';
import { relaunch } from '../platform/history.ts';
import { useSessionStore } from '../platform/session.ts';

/** Specification §4: token, profile, balances and what was searched for in the mall go, after a delay of one second. */
const LOGOUT_DELAY_MS = 1000;

/** Leaves this device. The server is told, but one that does not answer keeps nobody logged in here. */
export async function logOut(): Promise<void> {
  call('Users/Logout', {}).catch((error: unknown) => {
    console.warn('the server was not told of the logout; the session ends by itself', error);
  });
  await new Promise((resolve) => setTimeout(resolve, LOGOUT_DELAY_MS));
  forgetPerson();
  useSessionStore.getState().end();
  relaunch('/pages/home/home');
}

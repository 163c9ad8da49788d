import { call } from '../platform/api-client.ts';
import { forgetPerson } from '../platform/forget-person.ts';
import { currentLocation, relaunch } from '../platform/history.ts';
import { useSessionStore } from '../platform/session.ts';

/** Specification §4: token, profile, balances and what was searched for in the mall go, after a delay of one second. */
const LOGOUT_DELAY_MS = 1000;
const HOME = '/pages/home/home';
const MOVE_MS_MAX = 1000;
const LOOK_MS = 20;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Leaves this device. The server is told, but one that does not answer keeps nobody logged in here. */
export async function logOut(): Promise<void> {
  call('Users/Logout', {}).catch((error: unknown) => {
    console.warn('the server was not told of the logout; the session ends by itself', error);
  });
  await pause(LOGOUT_DELAY_MS);
  await leave();
}

/**
 * Home first, which visitors see, too: on a page for members only, the end of the session would ask for a login. A browser that
 * does not go there keeps nobody logged in.
 */
export async function leave(): Promise<void> {
  relaunch(HOME);
  for (let waited = 0; currentLocation().path !== HOME && waited < MOVE_MS_MAX; waited += LOOK_MS)
    await pause(LOOK_MS);
  forgetPerson();
  useSessionStore.getState().end();
}

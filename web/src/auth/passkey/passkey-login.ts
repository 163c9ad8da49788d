import { startAuthentication } from '@simplewebauthn/browser';
import { call } from '../../platform/api-client.ts';
import { finishLogin } from '../login/finish-login.ts';
import { ask } from './ask.ts';

/** Asks the device for a passkey and logs in by it; what it turns down is said in passing. */
export async function logInByPasskey(): Promise<void> {
  const { options } = await call('Users/PasskeyAsk', {});
  const answer = await ask(() => startAuthentication({ optionsJSON: JSON.parse(options) as never }));
  if (answer === undefined) return;
  finishLogin(await call('Users/LoginPasskey', { response: JSON.stringify(answer) }));
}

import { startAuthentication } from '@simplewebauthn/browser';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { IconKey } from '../../ui/icon/guard.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/page.tsx';
import { finishLogin } from '../login/finish-login.ts';
import { ask } from './ask.ts';

/** One press, and the device checks who holds it: no name, no code. */
export function PasskeyLogin() {
  const t = useTexts('factor');
  const attempt = useAttempt();
  const logIn = async () => {
    const { options } = await call('Users/PasskeyAsk', {});
    const answer = await ask(() => startAuthentication({ optionsJSON: JSON.parse(options) as never }));
    if (answer === undefined) return;
    const { token } = await call('Users/LoginPasskey', { response: JSON.stringify(answer) });
    finishLogin(token);
  };
  return (
    <Stack>
      <Button tone="secondary" onPress={() => attempt.run(logIn).then(() => undefined)}>
        <IconKey /> {t('passkeyLogin')}
      </Button>
      <AttemptNotice attempt={attempt} />
    </Stack>
  );
}

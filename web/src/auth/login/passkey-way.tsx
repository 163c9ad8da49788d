import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { loadTexts, useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/page.tsx';

/** One press, and the device checks who holds it: no name, no code. What asks the device comes with the press. */
export function PasskeyWay() {
  const t = useTexts('auth');
  const attempt = useAttempt();
  const logIn = async () => {
    const [{ logInByPasskey }] = await Promise.all([
      import('../passkey/passkey-login.ts'),
      loadTexts(['factor']),
    ]);
    await logInByPasskey();
  };
  return (
    <Stack>
      <Button tone="secondary" onPress={() => attempt.run(logIn).then(() => undefined)}>
        {t('passkeyLogin')}
      </Button>
      <AttemptNotice attempt={attempt} />
    </Stack>
  );
}

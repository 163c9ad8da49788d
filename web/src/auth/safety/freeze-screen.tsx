import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { BackBar } from '../../parts/back-bar.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';

/**
 * Where the link of a mail about an attack leads: freezes the account without logging in. Opening the page does nothing,
 * since mail programs open links by themselves.
 */
export function FreezeScreen() {
  const auth = useTexts('auth');
  const t = useTexts('guard');
  const attempt = useAttempt();
  const [done, setDone] = useState(false);
  const link = useLocation().query['link'];
  const freeze = () =>
    attempt.run(async () => {
      await call('Users/Freeze', { link: link ?? '' });
      setDone(true);
    });
  return (
    <Page narrow nav={<BackBar title="guard.titleFreeze" parent="/" />}>
      {done ? (
        <Stack>
          <Notice tone="good" title={t('freezeDoneTitle')} live>
            {t('freezeDoneText')}
          </Notice>
          <Button href="#/pages/login/login">{auth('login')}</Button>
        </Stack>
      ) : (
        <Stack>
          <Notice tone="warn" title={t('freezeTitle')}>
            {t('freezeText')}
          </Notice>
          {link === undefined ? (
            <Notice tone="danger">{t('freezeNoLink')}</Notice>
          ) : (
            <Button tone="danger" onPress={freeze}>
              {t('freezeIt')}
            </Button>
          )}
          <AttemptNotice attempt={attempt} />
        </Stack>
      )}
    </Page>
  );
}

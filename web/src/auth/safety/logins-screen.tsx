import type { OutputOf } from '@openmere/core/calls.ts';
import { RecordsPage } from '../../parts/records-page.tsx';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconDevice } from '../../ui/icon/guard.tsx';
import { ListRow } from '../../ui/list.tsx';
import { countryName } from '../countries.ts';
import { useDeviceName } from './use-device-name.ts';

type Login = OutputOf<'Users/Logins'>;

function LoginRow({ login }: { login: Login }) {
  const t = useTexts('factor');
  const locale = useLocale();
  const nameOf = useDeviceName();
  const { country, ip } = login;
  const place = country === null ? ip : `${countryName(country, locale)}, ${ip}`;
  return (
    <ListRow
      leading={<IconDevice />}
      title={
        <>
          {t(`login_${login.kind}`)} {login.stopped && <Badge tone="warn">{t('loginStopped')}</Badge>}
          {login.isnew && !login.stopped && <Badge>{t('loginNew')}</Badge>}
        </>
      }
      subtitle={
        <>
          {nameOf(login.device)}
          <br />
          {place}
          <br />
          {exactTime(login.time, locale)}
          {login.stopped && (
            <>
              <br />
              {t('loginStoppedText')}
            </>
          )}
        </>
      }
      {...(login.stopped ? { href: '#/pages/mine/setPwd/setPwd' } : {})}
    />
  );
}

/** Logins of the last half year: when, where and how, and those that stopped though the password was right. */
export function LoginsScreen() {
  const t = useTexts('factor');
  return (
    <RecordsPage
      call="Users/Logins"
      path="/pages/mine/safety/logins"
      title="factor.titleLogins"
      parent="/pages/mine/safety/safety"
      empty={<EmptyState title={t('loginsNone')}>{t('loginsNoneText')}</EmptyState>}
    >
      {(login) => <LoginRow login={login} />}
    </RecordsPage>
  );
}

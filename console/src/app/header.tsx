import { Button } from 'antd';
import { call } from '../platform/api-client.ts';
import { LocaleSwitch } from '../platform/locale-switch.tsx';
import { useSession } from '../platform/session.ts';
import { t } from '../platform/texts.ts';
import { offsetText, zoneText } from '../platform/time-text.ts';
import { useMe } from '../platform/use-me.ts';
import { useIdleLogout } from './use-idle-logout.ts';
import style from './shell.module.css';

/** Ends the session on the server and here; here also when the server cannot be reached. */
async function logOut(end: () => void): Promise<void> {
  try {
    await call('Admin/Logout', {});
  } finally {
    end();
  }
}

/** Whose console this is, the zone of all its times, its language, and the way out. */
export function Header() {
  const { end } = useSession();
  const me = useMe();
  // The server ends an idle session by itself, so a failed call leaves nothing open.
  const leave = () => void logOut(end).catch(end);
  useIdleLogout(me, leave);
  return (
    <header className={style.header}>
      <h1>
        <img src="/favicon.svg" alt="" className={style.mark} />
        <span>Openmere</span>
      </h1>
      <span className={style.zone} title={t('zoneMeaning')}>
        <span className={style.documents}>{zoneText()}</span>
        <span className={style.short}>{offsetText()}</span>
      </span>
      {me && (
        <span className={style.me}>
          {me.account} · {t(`role_${me.role}`)}
        </span>
      )}
      <a href="/openapi" className={style.documents}>
        API
      </a>
      <LocaleSwitch />
      <Button size="small" onClick={leave}>
        {t('logout')}
      </Button>
    </header>
  );
}

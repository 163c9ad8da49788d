import { Button, Layout, Typography } from 'antd';
import { call } from '../platform/api-client.ts';
import { useSession } from '../platform/session.ts';
import { t } from '../platform/texts.ts';
import { useMe } from '../platform/use-me.ts';
import { LocaleSwitch } from '../platform/locale-switch.tsx';
import style from './shell.module.css';
import { useIdleLogout } from './use-idle-logout.ts';

/** Ends the session on the server and here; here also when the server cannot be reached. */
async function logOut(end: () => void): Promise<void> {
  try {
    await call('Admin/Logout', {});
  } finally {
    end();
  }
}

/** Whose console this is, its language, and the way out. */
export function Header() {
  const { end } = useSession();
  const me = useMe();
  // The server ends an idle session by itself, so a failed call leaves nothing open.
  const leave = () => void logOut(end).catch(end);
  useIdleLogout(me?.idleminutes, leave);
  return (
    <Layout.Header className={style.header}>
      <Typography.Title level={1}>Openmere</Typography.Title>
      {me && (
        <span className={style.me}>
          {me.account} · {t(`role_${me.role}`)}
        </span>
      )}
      <LocaleSwitch />
      <Button size="small" onClick={leave}>
        {t('logout')}
      </Button>
    </Layout.Header>
  );
}

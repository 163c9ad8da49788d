import type { OutputOf } from '@openmere/core/calls.ts';
import { sessionDays } from '@openmere/core/setting/account.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { CallFailed } from '../../parts/call-failed.tsx';
import { useAgo } from '../../parts/use-ago.ts';
import { WaitingRows } from '../../parts/waiting.tsx';
import { call } from '../../platform/api-client.ts';
import { useLocale, useTexts, useTitle } from '../../platform/i18n.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { useServerClock } from '../../platform/use-server-clock.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconDevice } from '../../ui/icon/guard.tsx';
import { IconHistory } from '../../ui/icon/sign.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { countryName } from '../countries.ts';
import { useDeviceName } from './use-device-name.ts';

type Session = OutputOf<'Users/Sessions'>;
/** Ends one session, or, without an id, all but this one. */
async function end(id: { id?: string }, done: string): Promise<void> {
  try {
    await call('Users/SessionRevoke', id);
    showToast({ text: done, tone: 'good' });
  } finally {
    await refresh('Users/Sessions');
  }
}

function SessionRow({ session }: { session: Session }) {
  const t = useTexts('account');
  const nameOf = useDeviceName();
  const locale = useLocale();
  const now = useServerClock('time');
  const ago = useAgo(now());
  const place =
    session.country === null ? session.ip : `${countryName(session.country, locale)}, ${session.ip}`;
  const used = t('lastUsed', { time: ago(session.lastused) });
  return (
    <ListRow
      leading={<IconDevice />}
      title={nameOf(session.device)}
      subtitle={
        <>
          {place}
          <br />
          {used}
        </>
      }
      trailing={
        session.current ? (
          <Badge tone="good">{t('thisDevice')}</Badge>
        ) : (
          <AskFirst
            size="small"
            label={t('revoke')}
            question={t('revokeAsk')}
            act={() => end({ id: session.id }, t('revoked'))}
          >
            <p>{t('revokeText', { device: nameOf(session.device) })}</p>
          </AskFirst>
        )
      }
    />
  );
}

/** Where one is logged in; each session but this one can be ended, or all of them at once. */
export function SessionsCard() {
  const t = useTexts('account');
  const factor = useTexts('factor');
  const titleOf = useTitle();
  const { data, error, refetch } = useCall('Users/Sessions', {});
  const days = useSetting(sessionDays);
  const others = data?.list.filter((session) => !session.current).length ?? 0;
  return (
    <>
      <SectionTitle note={t('sessionsNote', { days })}>{t('sessions')}</SectionTitle>
      {data && (
        <List label={t('sessions')}>
          {data.list.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </List>
      )}
      {data && others === 0 && <p>{t('onlyThis')}</p>}
      {others > 0 && (
        <AskFirst label={t('revokeOthers')} question={t('revokeOthersAsk')} act={() => end({}, t('revoked'))}>
          <p>{t('revokeOthersText')}</p>
        </AskFirst>
      )}
      {!data && error && <CallFailed query={{ error, refetch }} />}
      {!data && !error && <WaitingRows rows={2} />}
      <List label={titleOf('factor.titleLogins')}>
        <ListRow
          leading={<IconHistory />}
          title={titleOf('factor.titleLogins')}
          subtitle={factor('loginsNote')}
          href="#/pages/mine/safety/logins"
        />
      </List>
    </>
  );
}

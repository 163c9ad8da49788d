import type { OutputOf } from '@openmere/core/calls.ts';
import { sessionDays } from '@openmere/core/setting/account.ts';
import { useState } from 'react';
import { CallFailed } from '../../parts/call-failed.tsx';
import { CancelButton } from '../../parts/standard-buttons.tsx';
import { useAgo } from '../../parts/use-ago.ts';
import { WaitingRows } from '../../parts/waiting.tsx';
import { call } from '../../platform/api-client.ts';
import { errorText } from '../../platform/error-text.ts';
import { useLocale, useTexts, useTitle } from '../../platform/i18n.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconDevice } from '../../ui/icon/guard.tsx';
import { IconHistory } from '../../ui/icon/sign.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { Dialog } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { countryName } from '../countries.ts';
import { useServerClock } from '../use-server-clock.ts';
import { useDeviceName } from './use-device-name.ts';

type Session = OutputOf<'Users/Sessions'>;
/** What is asked to be ended: one session, or all but this one. */
type Ending = Session | 'others';

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
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
          <Button tone="secondary" size="small" onPress={onEnd}>
            {t('revoke')}
          </Button>
        )
      }
    />
  );
}

function EndDialog({ ending, onClose }: { ending: Ending | undefined; onClose: () => void }) {
  const t = useTexts('account');
  const nameOf = useDeviceName();
  const [shown, setShown] = useState(ending);
  if (ending !== undefined && ending !== shown) setShown(ending); // keeps the words while it closes
  const others = shown === 'others';

  async function end(): Promise<void> {
    if (shown === undefined) return;
    try {
      await call('Users/SessionRevoke', shown === 'others' ? {} : { id: shown.id });
      showToast({ text: t('revoked'), tone: 'good' });
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
    onClose();
    await refresh('Users/Sessions');
  }

  return (
    <Dialog
      open={ending !== undefined}
      onClose={onClose}
      title={t(others ? 'revokeOthersAsk' : 'revokeAsk')}
      footer={
        <>
          <Button tone="danger" onPress={end}>
            {t(others ? 'revokeOthers' : 'revoke')}
          </Button>
          <CancelButton onPress={onClose} />
        </>
      }
    >
      <p>
        {shown === undefined || shown === 'others'
          ? t('revokeOthersText')
          : t('revokeText', { device: nameOf(shown.device) })}
      </p>
    </Dialog>
  );
}

/** Where one is logged in; each session but this one can be ended, or all of them at once. */
export function SessionsCard() {
  const t = useTexts('account');
  const factor = useTexts('factor');
  const titleOf = useTitle();
  const { data, error, refetch } = useCall('Users/Sessions', {});
  const days = useSetting(sessionDays);
  const [ending, setEnding] = useState<Ending>();
  const others = data?.list.filter((session) => !session.current).length ?? 0;
  return (
    <>
      <SectionTitle note={t('sessionsNote', { days })}>{t('sessions')}</SectionTitle>
      {data && (
        <List label={t('sessions')}>
          {data.list.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </List>
      )}
      {data && others === 0 && <p>{t('onlyThis')}</p>}
      {others > 0 && (
        <Button tone="secondary" onPress={() => setEnding('others')}>
          {t('revokeOthers')}
        </Button>
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
      <EndDialog ending={ending} onClose={() => setEnding(undefined)} />
    </>
  );
}

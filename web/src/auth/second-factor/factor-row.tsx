import { CallFailed } from '../../parts/call-failed.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { IconKey, IconShield } from '../../ui/icon/guard.tsx';
import { List, ListRow } from '../../ui/list.tsx';

/** On the safety page: whether a second factor is on, since when, and the way to it. */
export function FactorRow() {
  const t = useTexts('factor');
  const locale = useLocale();
  const { data, error, refetch } = useCall('Users/SecondFactor', {});
  if (!data && error) return <CallFailed query={{ error, refetch }} />;
  if (!data) return <WaitingRows rows={1} />;
  const { totpsince, recoverycodes } = data;
  return (
    <List label={t('titleTotp')}>
      <ListRow
        leading={<IconShield />}
        title={t('titleTotp')}
        subtitle={
          totpsince === null ? (
            t('offState')
          ) : (
            <>
              {t('since', { time: exactTime(totpsince, locale) })}
              <br />
              {t('left', { count: recoverycodes })}
            </>
          )
        }
        href="#/pages/mine/safety/totp"
      />
      <ListRow
        leading={<IconKey />}
        title={t('titlePasskeys')}
        subtitle={t('passkeyLead')}
        href="#/pages/mine/safety/passkeys"
      />
    </List>
  );
}

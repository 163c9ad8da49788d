import type { OutputOf } from '@openmere/core/calls.ts';
import { useEffect, useState } from 'react';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { CopyValue } from '../parts/copy-value.tsx';
import { useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { hostApp, onApkFailure } from './host-app.ts';
import type { ApkFailure } from './host-app.ts';
import { reloadedFor, reloadFor } from './reload-once.ts';

type Published = OutputOf<'Ctrls/GetAppVersion'>;

/** Asks for an update where the app is too old for the server, and says why a package could not be installed. Never in the way of an exit. */
export function UpdateNeeded() {
  const t = useTexts('guard');
  const host = hostApp();
  const { data } = useCall('Ctrls/GetAppVersion', host, { staleTime: 10 * 60_000 });
  const [later, setLater] = useState<string>();
  const [failure, setFailure] = useState<ApkFailure>();
  const [tried] = useState(reloadedFor);
  useEffect(() => onApkFailure(setFailure), []);
  const isDue = data?.update === 'required' && later !== data.required;
  // A page that was reloaded for it already waits for the server; a package can be brought up to date again and again.
  const isOpen = failure !== undefined || (isDue && !(host.platform === 'web' && tried === data.required));
  const close = () => {
    setFailure(undefined);
    setLater(data?.required);
  };
  return (
    <ClosableSheet open={isOpen} onClose={close} title={t(failure ? 'updateFailed' : 'updateTitle')}>
      <Stack>
        {failure && (
          <Notice tone="danger" live>
            {t('updateFailedText', failure)}
          </Notice>
        )}
        {data?.update === 'required' && <Way data={data} />}
        <Button tone="quiet" onPress={close}>
          {t('agreeAgainLater')}
        </Button>
      </Stack>
    </ClosableSheet>
  );
}

/** How the newer version is got: by a reload, from the App Store, or as a package. */
function Way({ data: { version: published, required, url } }: { data: Published }) {
  const t = useTexts('guard');
  const { platform, version } = hostApp();
  const versions = { version, next: platform === 'web' ? required : published };
  if (platform === 'web')
    return (
      <>
        <p>{t('updateText', versions)}</p>
        <Button onPress={() => reloadFor(required)}>{t('updateReload')}</Button>
      </>
    );
  if (platform === 'ios')
    return (
      <>
        <p>{t('updateStoreText', versions)}</p>
        {url !== '' && (
          <Button href={url} outside>
            {t('updateStore')}
          </Button>
        )}
      </>
    );
  return url === '' ? <p>{t('updateNowhere', versions)}</p> : <Apk versions={versions} />;
}

function Apk({ versions }: { versions: { version: string; next: string } }) {
  const t = useTexts('guard');
  const [apk] = useCall('Ctrls/GetAllApkVersion', {}).data ?? [];
  return (
    <>
      <p>{t('updateApkText', versions)}</p>
      {apk && (
        <>
          <CopyValue label={t('updateApkHash')} value={apk.sha256} />
          <Button href={apk.url} outside>
            {t('updateApk', versions)}
          </Button>
        </>
      )}
    </>
  );
}

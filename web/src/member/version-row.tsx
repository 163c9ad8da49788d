import { useState } from 'react';
import { useUpdateReady } from '../platform/app-update.ts';
import { useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { Button } from '../ui/button.tsx';
import { ListRow } from '../ui/list.tsx';
import { hostApp } from './host-app.ts';
import { reloadedFor, reloadFor } from './reload-once.ts';

/** The version check: newest, a newer one is ready, or a newer one is needed. Taken on a tap, never by itself. */
export function VersionRow() {
  const t = useTexts('member');
  const isReady = useUpdateReady(({ ready }) => ready);
  const host = hostApp();
  const own = host.version;
  const { data } = useCall('Ctrls/GetAppVersion', host);
  const [tried] = useState(reloadedFor);
  const update = data?.update ?? 'none';
  const isPage = host.platform === 'web';
  const next = (update === 'required' && isPage ? data?.required : data?.version) ?? own;
  const isMissing = isPage && update !== 'none' && !isReady && tried === next;
  function text(): string {
    const versions = { version: own, next };
    if (isMissing) return t('versionMissing', versions);
    if (update === 'required') return t('versionRequired', versions);
    if (update === 'available') return t('versionAvailable', versions);
    if (isReady) return t('versionReady', versions);
    return data ? t('versionNewest', versions) : own;
  }
  return (
    <ListRow
      title={t('version')}
      subtitle={text()}
      // A package is brought up to date where it came from.
      {...(!isPage && update !== 'none' && data?.url ? { href: data.url } : {})}
      trailing={
        isPage &&
        (isReady || (update !== 'none' && !isMissing)) && (
          <Button size="small" tone="secondary" onPress={() => reloadFor(next)}>
            {t('versionReload')}
          </Button>
        )
      }
    />
  );
}

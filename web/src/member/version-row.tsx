import { useState } from 'react';
import { applyUpdate, useUpdateReady } from '../platform/app-update.ts';
import { useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { Button } from '../ui/button.tsx';
import { ListRow } from '../ui/list.tsx';

/** The version that runs here; also in package.json of this room. */
const VERSION = '1.0.0';
/** Which version this tab has already been reloaded for. */
const RELOADED_FOR = 'openmere.reloadedFor';

function reloadedFor(): string | null {
  try {
    return sessionStorage.getItem(RELOADED_FOR);
  } catch (error) {
    console.warn('not known whether this tab was reloaded for an update', error);
    return null;
  }
}

/** A reload that brought nothing is not offered again: published, and not on this server yet. */
function reloadFor(next: string): Promise<void> {
  try {
    sessionStorage.setItem(RELOADED_FOR, next);
  } catch (error) {
    console.warn('not kept that this tab is reloaded for an update', error);
  }
  return applyUpdate();
}

/** The version check: newest, a newer one is ready, or a newer one is needed. Taken on a tap, never by itself. */
export function VersionRow() {
  const t = useTexts('member');
  const isReady = useUpdateReady(({ ready }) => ready);
  const { data } = useCall('Ctrls/GetAppVersion', { version: VERSION, platform: 'web' });
  const [tried] = useState(reloadedFor);
  const update = data?.update ?? 'none';
  const next = (update === 'required' ? data?.required : data?.version) ?? VERSION;
  const isMissing = update !== 'none' && !isReady && tried === next;
  function text(): string {
    const versions = { version: VERSION, next };
    if (isMissing) return t('versionMissing', versions);
    if (update === 'required') return t('versionRequired', versions);
    if (update === 'available') return t('versionAvailable', versions);
    if (isReady) return t('versionReady', versions);
    return data ? t('versionNewest', versions) : VERSION;
  }
  return (
    <ListRow
      title={t('version')}
      subtitle={text()}
      trailing={
        (isReady || (update !== 'none' && !isMissing)) && (
          <Button size="small" tone="secondary" onPress={() => reloadFor(next)}>
            {t('versionReload')}
          </Button>
        )
      }
    />
  );
}

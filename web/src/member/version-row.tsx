import { useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { Button } from '../ui/button.tsx';
import { ListRow } from '../ui/list.tsx';

/** The version that runs here; also in package.json of this room. */
const VERSION = '1.0.0';

/** The version check: newest, a newer one is ready, or a newer one is needed. */
export function VersionRow() {
  const t = useTexts('member');
  const { data } = useCall('Ctrls/GetAppVersion', { version: VERSION, platform: 'web' });
  const text = { none: 'versionNewest', available: 'versionAvailable', required: 'versionRequired' } as const;
  return (
    <ListRow
      title={t('version')}
      subtitle={
        data
          ? t(text[data.update], {
              version: VERSION,
              next: data.update === 'required' ? data.required : data.version,
            })
          : VERSION
      }
      trailing={
        data &&
        data.update !== 'none' && (
          <Button size="small" tone="secondary" onPress={() => location.reload()}>
            {t('versionReload')}
          </Button>
        )
      }
    />
  );
}

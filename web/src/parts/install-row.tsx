import { useTexts } from '../platform/i18n.ts';
import { isAddedByShare, useInstall } from '../platform/install.ts';
import { Button } from '../ui/button.tsx';
import { ListRow } from '../ui/list.tsx';

/** Puts the app on the home screen, where the browser can and it is not there yet; nothing elsewhere. */
export function InstallRow() {
  const t = useTexts('offline');
  const prompt = useInstall((state) => state.prompt);
  if (prompt === undefined && !isAddedByShare()) return null;
  return (
    <ListRow
      title={t('install')}
      subtitle={t(prompt === undefined ? 'installByShare' : 'installText')}
      trailing={
        prompt && (
          <Button size="small" tone="secondary" onPress={prompt}>
            {t('installDo')}
          </Button>
        )
      }
    />
  );
}

import { useEffect } from 'react';
import { switchTab } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { writeStored } from '../platform/storage.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page } from '../ui/page.tsx';

export function NotFoundScreen() {
  const t = useTexts('app');
  const guard = useTexts('guard');
  // The next start goes on where the member last was, and there is nothing here.
  useEffect(() => writeStored('general.lastPath', undefined), []);
  return (
    <Page nav={<NavBar title={t('notFoundTitle')} />}>
      <EmptyState
        title={t('notFoundTitle')}
        action={
          <Button tone="secondary" onPress={() => switchTab('/pages/home/home')}>
            {t('goHome')}
          </Button>
        }
      >
        <p>{guard('notFoundText')}</p>
      </EmptyState>
    </Page>
  );
}

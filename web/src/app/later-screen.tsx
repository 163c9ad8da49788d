import { back, switchTab, useLocation } from '../platform/history.ts';
import { useTexts, useTitle } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page } from '../ui/page.tsx';
import { findRoute } from './routes.ts';

/** The honest state of a page that is not built yet: says so, and leads home. */
export function LaterScreen() {
  const t = useTexts('app');
  const later = useTexts('later');
  const titleOf = useTitle();
  const route = findRoute(useLocation().path);
  const title = route ? titleOf(route.title) : t('notFoundTitle');
  const nav = route?.tab ? (
    <NavBar title={title} large />
  ) : (
    <NavBar title={title} backLabel={t('back')} onBack={() => back()} />
  );
  return (
    <Page nav={nav} tabs={route?.tab !== undefined}>
      <EmptyState
        title={later('heading')}
        action={
          <Button tone="secondary" onPress={() => switchTab('/pages/home/home')}>
            {t('goHome')}
          </Button>
        }
      >
        <p>{later('text')}</p>
      </EmptyState>
    </Page>
  );
}

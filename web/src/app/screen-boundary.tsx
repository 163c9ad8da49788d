import { Component, type ReactNode } from 'react';
import { back } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { forgetScreen } from './screens.ts';

type Props = { path: string; children: ReactNode };
type State = { failed: boolean };

function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useTexts('app');
  return (
    <Page nav={<NavBar title={t('titleError')} backLabel={t('back')} onBack={() => back()} />}>
      <Notice tone="danger" title={t('failedTitle')} live>
        {t('bug')}
      </Notice>
      <Button onPress={onRetry}>{t('retry')}</Button>
    </Page>
  );
}

/** A screen that breaks or whose code cannot be fetched takes only itself down, and offers to try again. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error('screen failed', this.props.path, error);
  }

  retry = (): void => {
    forgetScreen(this.props.path);
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    return this.state.failed ? <Failed onRetry={this.retry} /> : this.props.children;
  }
}

import { Component, useEffect } from 'react';
import type { ReactNode } from 'react';
import { fetchAnew, fetchAnewSoon, isIdle } from '../platform/fetch-anew.ts';
import { back } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { useNetwork } from '../platform/network.ts';
import { Button } from '../ui/button.tsx';
import { PartMissing } from '../ui/lazy-part.ts';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { forgetScreen } from './screens.ts';

type Props = { path: string; children: ReactNode };
type State = { failure: 'missing' | 'broken' | undefined };

/** Without its code there is nothing to try again but to fetch the page anew, which happens by itself with the network. */
function Failed({ missing, onRetry }: { missing: boolean; onRetry: () => void }) {
  const t = useTexts('app');
  const offline = useNetwork() === 'none' && missing;
  useEffect(() => (missing ? fetchAnewSoon(isIdle) : undefined), [missing]);
  const text = missing ? 'failedText' : 'bug';
  return (
    <Page nav={<NavBar title={t('titleError')} backLabel={t('back')} onBack={() => back()} />}>
      <Notice tone="danger" title={t(offline ? 'offlineTitle' : 'failedTitle')} live>
        {t(offline ? 'offlineText' : text)}
      </Notice>
      <Button disabledReason={offline ? t('onlineSoon') : undefined} onPress={missing ? fetchAnew : onRetry}>
        {t('retry')}
      </Button>
    </Page>
  );
}

/** A screen that breaks or whose code, or a part's, cannot be fetched takes only itself down, and offers to try again. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: error instanceof PartMissing ? 'missing' : 'broken' };
  }

  override componentDidCatch(error: unknown): void {
    console.error('screen failed', this.props.path, error);
  }

  retry = (): void => {
    forgetScreen(this.props.path);
    this.setState({ failure: undefined });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    return <Failed missing={failure === 'missing'} onRetry={this.retry} />;
  }
}

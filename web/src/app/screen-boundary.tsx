import { Component, type ReactNode, useEffect } from 'react';
import { call } from '../platform/api-client.ts';
import { back } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { useNetwork } from '../platform/network.ts';
import { Button } from '../ui/button.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { forgetScreen, ScreenMissing } from './screens.ts';

type Props = { path: string; children: ReactNode };
type State = { failure: 'missing' | 'broken' | undefined };

const askAgainMs = 1000;
/** One new page by itself in so long: where that did not help, the member decides. */
const reloadEveryMs = 30_000;
const reloadedAt = 'openmere.reloadedAt';

function hasJustReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(reloadedAt) ?? 0) < reloadEveryMs;
}

/**
 * A browser remembers that a module could not be fetched and gives the same answer for ever; a new page asks again. Not
 * before the server answers: a page that cannot be loaded either would be worse than this one.
 */
async function fetchAnew(): Promise<void> {
  try {
    await call('Ctrls/gettime', {});
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    location.reload();
  } catch {
    // Still away: the message stays, and so does the button.
  }
}

function Missing() {
  const t = useTexts('app');
  const network = useNetwork();
  const offline = network === 'none';
  useEffect(() => {
    if (offline || hasJustReloaded()) return undefined;
    const timer = setInterval(() => void fetchAnew(), askAgainMs);
    return () => clearInterval(timer);
  }, [offline]);
  return (
    <>
      <Notice tone="danger" title={t(offline ? 'offlineTitle' : 'failedTitle')} live>
        {t(offline ? 'offlineText' : 'failedText')}
      </Notice>
      <Button disabledReason={offline ? t('onlineSoon') : undefined} onPress={fetchAnew}>
        {t('retry')}
      </Button>
    </>
  );
}

function Broken({ onRetry }: { onRetry: () => void }) {
  const t = useTexts('app');
  return (
    <>
      <Notice tone="danger" title={t('failedTitle')} live>
        {t('bug')}
      </Notice>
      <Button onPress={onRetry}>{t('retry')}</Button>
    </>
  );
}

function Failed({ children }: { children: ReactNode }) {
  const t = useTexts('app');
  return (
    <Page nav={<NavBar title={t('titleError')} backLabel={t('back')} onBack={() => back()} />}>
      {children}
    </Page>
  );
}

/** A screen that breaks or whose code cannot be fetched takes only itself down, and offers to try again. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: error instanceof ScreenMissing ? 'missing' : 'broken' };
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
    return <Failed>{failure === 'missing' ? <Missing /> : <Broken onRetry={this.retry} />}</Failed>;
  }
}

import { useEffect } from 'react';
import { back, currentLocation, switchTab, useLocation } from '../platform/history.ts';
import { findText, useTexts } from '../platform/i18n.ts';
import { networkState, useNetwork } from '../platform/network.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page } from '../ui/page.tsx';

/** The text of a code (`auth.barred`, `app.bug`), as far as it is loaded. Anybody can write an address: nothing else is shown. */
function knownMessage(message: string): string | undefined {
  return /^[a-z]+\.[A-Za-z0-9]+$/.test(message) ? findText(message) : undefined;
}

/** Where one came from; home when this address was opened by itself. */
function leave(from: string | undefined): void {
  const isPath = from !== undefined && from.startsWith('/') && !from.startsWith('/pages/error');
  back(1, isPath ? from : '/pages/home/home');
}

/** No network, or another thing in the way: says what, tries again, and goes back by itself when online again. */
export function ErrorScreen() {
  const app = useTexts('app');
  const { message = '', from } = useLocation().query;
  const network = useNetwork();
  const offline = message === 'offline';

  useEffect(() => {
    if (offline && network !== 'none') leave(from);
  }, [offline, network, from]);

  function retry(): void {
    if (!offline || networkState() !== 'none') leave(currentLocation().query['from']);
  }

  const text = offline ? app('offlineText') : (knownMessage(message) ?? app('failedText'));
  return (
    <Page narrow nav={<NavBar title={app('titleError')} />}>
      <ErrorState
        drawing={offline ? 'offline' : 'failed'}
        title={offline ? app('offlineTitle') : app('failedTitle')}
        retryLabel={app('retry')}
        onRetry={retry}
      >
        <p>{text}</p>
        {offline && <p>{app('onlineSoon')}</p>}
      </ErrorState>
      {!offline && (
        <Button tone="quiet" onPress={() => switchTab('/pages/home/home')}>
          {app('goHome')}
        </Button>
      )}
    </Page>
  );
}

import { walletInapp } from '@openmere/core/setting/chain.ts';
import { useEffect } from 'react';
import { BackBar } from '../parts/back-bar.tsx';
import { WaitingRows, WaitingCard } from '../parts/waiting.tsx';
import { push, replace, useLocation } from '../platform/history.ts';
import { useTexts, useTitle } from '../platform/i18n.ts';
import { endPart } from '../platform/thread.ts';
import { lookForInAppWallet, useInAppWallet } from '../platform/wallet/in-app/keeper.ts';
import { useSetting } from '../setting/use-setting.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { showToast } from '../ui/toast-store.ts';
import { ImportWallet } from './import-wallet.tsx';
import { MakeWallet } from './make-wallet.tsx';
import { IN_APP_PATH, OwnWallet } from './own-wallet.tsx';
import { RevealPhrase } from './reveal-phrase.tsx';
import { useStartedHere } from './use-started-here.ts';

/** No wallet on this device yet: what it is, make or import. */
function NoWallet() {
  const t = useTexts('wallet');
  const { query } = useLocation();
  return (
    <>
      <EmptyState
        title={t('emptyTitle')}
        action={
          <Stack gap={2}>
            <Button onPress={() => push(IN_APP_PATH, { ...query, view: 'make' })}>{t('make')}</Button>
            <Button tone="secondary" onPress={() => push(IN_APP_PATH, { ...query, view: 'import' })}>
              {t('import')}
            </Button>
          </Stack>
        }
      >
        {t('emptyText')}
      </EmptyState>
      <Notice title={t('staffTitle')}>{t('staffText')}</Notice>
    </>
  );
}

const titles = { make: 'make', import: 'import', backup: 'backUpAgain' } as const;

/** The in-app wallet: make, import, back up, unlock, lock, forget; balances and receiving. */
export function InAppScreen() {
  const t = useTexts('wallet');
  const titleOf = useTitle();
  const { query } = useLocation();
  const view = query['view'];
  const { status, address, backedUp } = useInAppWallet();
  const flow = useStartedHere(view, status);
  useEffect(() => void lookForInAppWallet(), []);
  const off = !useSetting(walletInapp);

  function done(): void {
    showToast({ text: t('ready'), tone: 'good' });
    endPart(() => replace(IN_APP_PATH));
  }

  const title = flow && flow in titles ? t(titles[flow]) : titleOf('titleInApp');
  return (
    <Page narrow nav={<BackBar heading={title} parent="/pages/wallet/wallet" />}>
      {status === 'loading' && (
        <>
          <WaitingCard />
          <WaitingRows rows={3} />
        </>
      )}
      {flow === 'make' && !off && <MakeWallet onDone={done} />}
      {flow === 'import' && !off && <ImportWallet onDone={done} />}
      {flow === 'backup' && <RevealPhrase onDone={done} />}
      {!flow && status === 'absent' && !off && <NoWallet />}
      {status === 'absent' && off && (
        <EmptyState title={t('offTitle')} drawing="locked">
          {t('offText')}
        </EmptyState>
      )}
      {!flow && address !== undefined && (
        <OwnWallet address={address} locked={status === 'locked'} backedUp={backedUp} />
      )}
    </Page>
  );
}

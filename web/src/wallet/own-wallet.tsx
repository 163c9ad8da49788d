import { useState } from 'react';
import { CopyValue } from '../parts/copy-value.tsx';
import { FailedNotice } from '../parts/failed-notice.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { errorText } from '../platform/error-text.ts';
import { push, useLocation } from '../platform/history.ts';
import { useLocale, useTexts, useTitle } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { IN_APP_ID } from '../platform/wallet/in-app/found.ts';
import { useWallet } from '../platform/wallet/use-wallet.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CoinMark } from '../ui/coin-mark.tsx';
import { Figure } from '../ui/figure.tsx';
import { IconTrash } from '../ui/icon/act.tsx';
import { IconKey, IconLock, IconShield, IconUnlock } from '../ui/icon/guard.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { showToast } from '../ui/toast-store.ts';
import { FaucetButton } from './faucet-button.tsx';
import { ForgetSheet } from './forget-sheet.tsx';
import { ReceiveSheet } from './receive-sheet.tsx';
import { useChainBalances } from './use-chain-balances.ts';
import css from './wallet.module.css';

export const IN_APP_PATH = '/pages/wallet/inapp/inapp';

function Balances({ query }: { query: ReturnType<typeof useChainBalances> }) {
  const t = useTexts('wallet');
  const hidden = usePreferences((state) => state.hideAmounts) ? t('amountsHidden') : undefined;
  const locale = useLocale();
  if (!query.data && query.isError) {
    return <FailedNotice title={t('balancesFailed')} error={query.error} onRetry={query.refetch} />;
  }
  if (!query.data) return <WaitingRows rows={3} />;
  return (
    <List label={t('balances')}>
      {query.data.map(({ coin, amount }) => (
        <ListRow
          key={coin}
          leading={<CoinMark coin={coin} size={36} />}
          title={coin}
          trailing={
            <Figure
              value={amountText(amount, locale)}
              decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
              hiddenLabel={hidden}
            />
          }
        />
      ))}
    </List>
  );
}

type Props = { address: string; locked: boolean; backedUp: boolean };

/** The wallet of this device: address, what it holds, lock, back up again, forget. */
export function OwnWallet({ address, locked, backedUp }: Props) {
  const t = useTexts('wallet');
  const titleOf = useTitle();
  const wallet = useWallet();
  const { query } = useLocation();
  const balances = useChainBalances(address);
  const [sheet, setSheet] = useState<'receive' | 'forget'>();

  /** What the address says beside the view stays: the thread of the set-up goes on afterwards. */
  const backUp = () => push(IN_APP_PATH, { ...query, view: 'backup' });

  async function toggleLock(): Promise<void> {
    try {
      if (locked) await wallet.connect(IN_APP_ID);
      else (await import('../platform/wallet/in-app/key-holder.ts')).lockWallet();
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
  }

  return (
    <>
      {!backedUp && (
        <Notice
          tone="danger"
          title={t('notBackedUpTitle')}
          action={<TextLink onPress={backUp}>{t('backUpNow')}</TextLink>}
        >
          {t('notBackedUpText')}
        </Notice>
      )}
      <Card>
        <div className={css.row}>
          <strong>{t('thisWallet')}</strong>
          <StatusPill state={locked ? 'waiting' : 'done'}>
            {locked ? t('stateLocked') : t('stateOpen')}
          </StatusPill>
        </div>
        <CopyValue label={t('address')} value={address} />
      </Card>
      <SectionTitle note={t('balancesNote')}>{t('balances')}</SectionTitle>
      <Balances query={balances} />
      <Button onPress={() => setSheet('receive')}>{t('receive')}</Button>
      <FaucetButton address={address} onPaid={() => balances.refetch()} />
      <List label={t('manage')}>
        <ListRow
          leading={locked ? <IconUnlock /> : <IconLock />}
          title={locked ? t('unlock') : t('lock')}
          subtitle={t('lockNote')}
          onPress={() => void toggleLock()}
        />
        <ListRow
          leading={<IconKey />}
          title={t('backUpAgain')}
          subtitle={backedUp ? t('backedUp') : t('notBackedUpTitle')}
          onPress={backUp}
        />
        <ListRow
          leading={<IconShield />}
          title={titleOf('titleApprovals')}
          subtitle={t('approvalsNote')}
          href="#/pages/wallet/approvals/approvals"
        />
        <ListRow
          leading={<IconTrash />}
          title={t('forget')}
          tone="danger"
          onPress={() => setSheet('forget')}
        />
      </List>
      <Notice title={t('staffTitle')}>{t('staffText')}</Notice>
      <ReceiveSheet open={sheet === 'receive'} onClose={() => setSheet(undefined)} address={address} />
      <ForgetSheet
        open={sheet === 'forget'}
        onClose={() => setSheet(undefined)}
        address={address}
        backedUp={backedUp}
      />
    </>
  );
}

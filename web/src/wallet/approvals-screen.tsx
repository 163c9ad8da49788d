import { formatAmount } from '@openmere/core/money/amount.ts';
import { useState } from 'react';
import { BackBar } from '../parts/back-bar.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { errorText, isCancelled } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { sendTransaction, useLatestTransaction } from '../platform/wallet/transactions.ts';
import { useWallet } from '../platform/wallet/use-wallet.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CoinMark } from '../ui/coin-mark.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { showToast } from '../ui/toast-store.ts';
import { ChooseWallet } from './choose-wallet.tsx';
import { TransactionSteps } from './transaction-steps.tsx';
import { unlimitedFrom, useApprovals } from './use-approvals.ts';
import type { Allowed, Approvals } from './use-approvals.ts';
import { useContractName } from './use-contract-name.ts';
import css from './wallet.module.css';

function useAllowedText(): (allowed: Allowed) => string {
  const t = useTexts('wallet');
  const locale = useLocale();
  return ({ coin, amount }) =>
    amount >= unlimitedFrom ? t('askUnlimited') : `${amountText(formatAmount(amount), locale, 2)} ${coin}`;
}

/** What one contract may take, and taking that back. */
function RevokeSheet({
  allowed,
  owner,
  onClose,
}: {
  allowed: Allowed | undefined;
  owner: Hex;
  onClose: () => void;
}) {
  const t = useTexts('wallet');
  const contractName = useContractName();
  const allowedText = useAllowedText();
  const wallet = useWallet();
  // The last one stays in sight while the sheet closes.
  const [last, setLast] = useState(allowed);
  if (allowed && allowed !== last) setLast(allowed);
  const shown = allowed ?? last;
  const connected = wallet.address === owner;
  const byInApp = wallet.providers.find((one) => one.id === wallet.chosen)?.kind === 'inapp';
  const reason = connected ? undefined : t('actConnectFirst');

  async function revoke({ coin, token, spender, address }: Allowed): Promise<void> {
    onClose();
    try {
      const { approveData } = await import('../platform/wallet/send-transaction.ts');
      const data = approveData(address, 0n);
      await sendTransaction({ kind: 'revoke', note: { coin, spender }, from: owner, to: token, data });
    } catch (error) {
      showToast({ text: errorText(error), tone: isCancelled(error) ? 'plain' : 'danger' });
    }
  }

  if (!shown) return null;
  const label = t('apprRevoke', { coin: shown.coin });
  return (
    <ClosableSheet open={allowed !== undefined} onClose={onClose} title={label}>
      <Stack>
        <KeyValue
          rows={[
            {
              key: 'spender',
              label: t('askSpender'),
              value: contractName(shown.spender),
              note: shown.address,
            },
            { key: 'amount', label: t('askAmount'), value: allowedText(shown), strong: true },
          ]}
        />
        <p className={css.quiet}>{t('apprRevokeText')}</p>
        <ChooseWallet expected={owner} />
        {byInApp ? (
          // The in-app wallet asks by itself, and is held there.
          <Button onPress={() => revoke(shown)} disabledReason={reason}>
            {label}
          </Button>
        ) : (
          <HoldButton
            onConfirm={() => revoke(shown)}
            disabledReason={reason}
            againLabel={t('apprAgain', { action: label })}
            holdHint={t('askHoldHint')}
          >
            {t('apprHold', { action: label })}
          </HoldButton>
        )}
      </Stack>
    </ClosableSheet>
  );
}

function ApprovalList({ found, onOpen }: { found: Approvals; onOpen: (allowed: Allowed) => void }) {
  const t = useTexts('wallet');
  const contractName = useContractName();
  const allowedText = useAllowedText();
  if (found.allowed.length === 0) {
    return (
      <EmptyState title={t('apprEmptyTitle')} drawing="done">
        {t('apprEmptyText', { count: found.checked })}
      </EmptyState>
    );
  }
  const unlimited = found.allowed.some(({ amount }) => amount >= unlimitedFrom);
  return (
    <>
      {unlimited && <Notice tone="danger">{t('apprUnlimitedText')}</Notice>}
      <List label={t('apprList')}>
        {found.allowed.map((allowed) => (
          <ListRow
            key={`${allowed.coin} ${allowed.spender}`}
            leading={<CoinMark coin={allowed.coin} size={36} />}
            title={contractName(allowed.spender)}
            subtitle={t('apprMayTake', { coin: allowed.coin })}
            trailing={
              allowed.amount >= unlimitedFrom ? (
                <Badge tone="danger">{allowedText(allowed)}</Badge>
              ) : (
                allowedText(allowed)
              )
            }
            onPress={() => onOpen(allowed)}
          />
        ))}
      </List>
      <p className={css.quiet}>{t('apprChecked', { count: found.checked })}</p>
    </>
  );
}

/** The last taking-back of this wallet and its steps; also after a reload. */
function LastRevoke({ owner, found }: { owner: Hex; found: Approvals | undefined }) {
  const t = useTexts('wallet');
  const contractName = useContractName();
  const record = useLatestTransaction('revoke', owner);
  if (!record) return null;
  const { coin = '', spender = '' } = record.note;
  // The wallet may have signed another amount, or has approved again since: only the chain knows.
  const isGone = found?.allowed.every((one) => one.coin !== coin || one.spender !== spender) === true;
  return (
    <Card>
      <SectionTitle note={contractName(spender)}>{t('apprRevoke', { coin })}</SectionTitle>
      <TransactionSteps record={record} />
      {record.state === 'confirmed' && isGone && <p>{t('apprGone', { coin })}</p>}
    </Card>
  );
}

function Found({ owner, query }: { owner: Hex; query: ReturnType<typeof useApprovals> }) {
  const [open, setOpen] = useState<Allowed>();
  return (
    <>
      <LastRevoke owner={owner} found={query.data} />
      {query.data && <ApprovalList found={query.data} onOpen={setOpen} />}
      {!query.data && query.isError && <CallFailed query={query} />}
      {!query.data && !query.isError && <WaitingRows rows={3} />}
      <RevokeSheet allowed={open} owner={owner} onClose={() => setOpen(undefined)} />
    </>
  );
}

/** Who may take which coins from the bound wallet, read from the chain, and taking that back. */
export function ApprovalsScreen() {
  const t = useTexts('wallet');
  const profile = useCall('Users/Info', {});
  const connected = useWallet().address;
  const bound = profile.data?.useraddress?.toLowerCase() as Hex | undefined;
  const owner = bound ?? (profile.data ? connected : undefined);
  const found = useApprovals(owner);
  return (
    <Page narrow nav={<BackBar title="titleApprovals" parent="/pages/wallet/inapp/inapp" />}>
      <Refreshable calls={['Users/Info']} also={() => owner && found.refetch()}>
        <Stack>
          <p>{t('apprIntro')}</p>
          {owner !== undefined && <Found owner={owner} query={found} />}
          {!profile.data && profile.isError && <CallFailed query={profile} />}
          {!profile.data && !profile.isError && <WaitingRows rows={3} />}
          {profile.data && owner === undefined && (
            <EmptyState
              title={t('actNoWallet')}
              drawing="locked"
              action={<Button href="#/pages/mine/blind/blind?kind=wallet">{t('actBindWallet')}</Button>}
            >
              {t('apprNoWalletText')}
            </EmptyState>
          )}
        </Stack>
      </Refreshable>
    </Page>
  );
}

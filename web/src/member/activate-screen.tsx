import type { OutputOf } from '@openmere/core/calls.ts';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { BackBar } from '../parts/back-bar.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { CopyValue } from '../parts/copy-value.tsx';
import { HelpLink } from '../parts/help-link.tsx';
import { WaitingRows, WaitingCard } from '../parts/waiting.tsx';
import { call } from '../platform/api-client.ts';
import { errorText, isCancelled } from '../platform/error-text.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocation } from '../platform/history.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { refresh, useCall } from '../platform/query.ts';
import { shortHex } from '../platform/wallet/address.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { isAsking } from '../platform/wallet/transaction-record.ts';
import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';
import { sendTransaction, useLatestTransaction } from '../platform/wallet/transactions.ts';
import { useWallet } from '../platform/wallet/use-wallet.ts';
import { useNetwork } from '../setting/use-network.ts';
import { usePauseText } from '../setting/use-pause-text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonCard } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast-store.ts';
import { ChooseWallet } from '../wallet/choose-wallet.tsx';
import { FaucetButton } from '../wallet/faucet-button.tsx';
import { TransactionSteps } from '../wallet/transaction-steps.tsx';
import { useChainBalances } from '../wallet/use-chain-balances.ts';
import { useMember } from './use-member.ts';

type Activation = OutputOf<'Chain/Activation'>;

/** What is missing first, with the way there. */
const missing = {
  nowallet: {
    title: 'actNoWallet',
    text: 'actNoWalletText',
    go: 'actBindWallet',
    href: '#/pages/mine/blind/blind?kind=wallet&setup=1',
  },
  nocountry: {
    title: 'actNoCountry',
    text: 'actNoCountryText',
    go: 'actSetCountry',
    href: '#/pages/mine/userInfo/userInfo?setup=1',
  },
} as const;

function Missing({ what }: { what: keyof typeof missing }) {
  const t = useTexts('wallet');
  const { title, text, go, href } = missing[what];
  return (
    <EmptyState title={t(title)} drawing="locked" action={<Button href={href}>{t(go)}</Button>}>
      {t(text)}
    </EmptyState>
  );
}

/** Only what the chain shows has facts. */
function ActivationHelp({ hash, own }: { hash: string | null; own: Hex | undefined }) {
  return hash === null || own === undefined ? null : <HelpLink about={`activation:act_${own}`} />;
}

/** On chain, waiting for its depth: the server counts, the socket tells. */
function Pending({
  activation,
  record,
  help,
}: {
  activation: Activation;
  record: TransactionRecord | undefined;
  help: ReactNode;
}) {
  const t = useTexts('wallet');
  const { confirmations: count, confirmationsneeded: needed, hash } = activation;
  const seen = activation.state === 'pending';
  const sent = seen || (record?.hashes.length ?? 0) > 0;
  return (
    <>
      {sent && (
        <Notice tone="info" title={t('actPending')} live>
          {seen ? t('actPendingText', { count, needed }) : t('actSentText')}
        </Notice>
      )}
      {record ? (
        <Card>
          <TransactionSteps record={record} />
        </Card>
      ) : (
        hash && <KeyValue rows={[{ key: 'hash', label: t('txHash'), value: shortHex(hash) }]} />
      )}
      {help}
    </>
  );
}

/** Without BNB the transaction cannot be paid: where to send some, before anybody presses in vain. */
function NetworkFee({ own, onPaid }: { own: Hex; onPaid: () => unknown }) {
  const t = useTexts('wallet');
  const network = useNetwork();
  return (
    <>
      <Notice tone="warn" title={t('actNoBnb')} live>
        {t('actNoBnbText', { network })}
      </Notice>
      <CopyValue label={t('actOwn')} value={own} />
      <FaucetButton address={own} onPaid={onPaid} isNext />
    </>
  );
}

type ReadyProps = {
  activation: Activation;
  own: Hex;
  /** Why the last try was not sent. It is kept above: while a try is under way, this part is away. */
  problem: string | undefined;
  onProblem: (text: string | undefined) => void;
};

function Ready({ activation, own, problem, onProblem }: ReadyProps) {
  const t = useTexts('wallet');
  const member = useMember();
  const wallet = useWallet();
  const { data, refetch } = useChainBalances(own);
  const hasNoBnb = data?.find((row) => row.coin === 'BNB')?.amount === '0';
  const wasEmpty = useRef(false);
  useEffect(() => {
    // What was said of an empty wallet holds no longer once there is something in it; any other problem stays.
    if (wasEmpty.current && !hasNoBnb) onProblem(undefined);
    wasEmpty.current = hasNoBnb;
  }, [hasNoBnb, onProblem]);
  const { inviteraddress, contract } = activation;
  const connected = wallet.address === own;
  const byInApp = wallet.providers.find((one) => one.id === wallet.chosen)?.kind === 'inapp';
  const paused = usePauseText('activation');
  const reason =
    contract === null
      ? t('actNoContract')
      : paused !== ''
        ? t('actPaused')
        : connected
          ? undefined
          : t('actConnectFirst');

  async function activate(): Promise<void> {
    if (contract === null || inviteraddress === null) return;
    onProblem(undefined);
    try {
      const { activationData } = await import('../wallet/activation-data.ts');
      // Whoever is named on chain is named for ever: the inviter of the registration, asked for once more.
      const now = await call('Chain/Activation', {});
      if (now.state !== 'ready' || now.inviteraddress !== inviteraddress || now.contract !== contract)
        return await refresh('Chain/Activation', 'Users/Info');
      const data = activationData(inviteraddress as Hex);
      await sendTransaction({ kind: 'activation', from: own, to: contract as Hex, data });
    } catch (error) {
      if (isCancelled(error)) showToast({ text: errorText(error), tone: 'plain' });
      else onProblem(errorText(error));
    }
  }

  return (
    <>
      <p>{t('actText')}</p>
      {paused !== '' && (
        <Notice tone="warn" title={t('actPaused')}>
          {paused}
        </Notice>
      )}
      <Card>
        <KeyValue
          rows={[
            {
              key: 'inviter',
              label: t('actInviter'),
              value: member?.inviter?.nickname ?? '—',
              note: inviteraddress === null ? undefined : shortHex(inviteraddress),
            },
            { key: 'own', label: t('actOwn'), value: shortHex(own) },
            { key: 'fee', label: t('actCost'), value: t('actCostValue'), note: t('actCostText') },
          ]}
        />
      </Card>
      {hasNoBnb && <NetworkFee own={own} onPaid={refetch} />}
      <ChooseWallet expected={own} />
      {problem !== undefined && (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      )}
      {byInApp ? (
        // The in-app wallet asks by itself, and is held there.
        <Button tone={hasNoBnb ? 'secondary' : 'primary'} onPress={activate} disabledReason={reason}>
          {t('actDo')}
        </Button>
      ) : (
        <HoldButton
          onConfirm={activate}
          disabledReason={reason}
          againLabel={t('actAgain')}
          holdHint={t('askHoldHint')}
        >
          {t('actHold')}
        </HoldButton>
      )}
      <Notice>{t('actOnce')}</Notice>
    </>
  );
}

function Activated({ activation }: { activation: Activation }) {
  const t = useTexts('wallet');
  const locale = useLocale();
  const at = activation.activatedat;
  // In the set-up the bar above leads on, and nothing beside it leads away.
  const isSetUp = useLocation().query['setup'] !== undefined;
  return (
    <EmptyState
      title={t('actDone')}
      drawing="done"
      action={isSetUp ? undefined : <Button href="#/pages/home/home">{t('actHome')}</Button>}
    >
      {at === null ? t('actDoneText') : t('actDoneAt', { time: exactTime(at, locale) })}
    </EmptyState>
  );
}

function Body({ activation }: { activation: Activation }) {
  const t = useTexts('wallet');
  const own = useMember()?.useraddress?.toLowerCase() as Hex | undefined;
  const record = useLatestTransaction('activation', own);
  const confirmed = record?.state === 'confirmed';
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    // Mined: the server sees it with its next look, and the socket brings the rest.
    if (confirmed) void refresh('Chain/Activation', 'Users/Info');
  }, [confirmed]);
  const { state } = activation;
  const help = <ActivationHelp hash={activation.hash} own={own} />;
  if (state === 'activated')
    return (
      <>
        <Activated activation={activation} />
        {help}
      </>
    );
  if (state === 'barred') {
    return (
      <EmptyState title={t('actBarred')} drawing="locked">
        {t('actBarredText')}
      </EmptyState>
    );
  }
  if (state === 'nowallet' || state === 'nocountry') return <Missing what={state} />;
  if (state === 'inviternotactivated') {
    return (
      <EmptyState title={t('actInviterNot')} drawing="people">
        {t('actInviterNotText')}
      </EmptyState>
    );
  }
  // Sending again while one is under way is refused (rulebook §1): there is no button then.
  const underWay = isAsking(record) || record?.state === 'sent' || confirmed;
  if (state === 'pending' || underWay) return <Pending activation={activation} record={record} help={help} />;
  if (own === undefined) return <SkeletonCard label={t('actDo')} />;
  return (
    <>
      {record && (
        <Card>
          <TransactionSteps record={record} />
        </Card>
      )}
      <Ready activation={activation} own={own} problem={problem} onProblem={setProblem} />
    </>
  );
}

/** Activation on chain: what it needs, the transaction, its confirmations, done (specification §4). */
export function ActivateScreen() {
  const { data, isError, error, refetch } = useCall('Chain/Activation', {});
  return (
    <Page narrow nav={<BackBar title="member.titleActivate" parent="/pages/mine/mine" />}>
      {data && <Body activation={data} />}
      {!data && isError && <CallFailed query={{ error, refetch }} />}
      {!data && !isError && (
        <>
          <WaitingCard />
          <WaitingRows rows={2} coin={false} />
        </>
      )}
    </Page>
  );
}

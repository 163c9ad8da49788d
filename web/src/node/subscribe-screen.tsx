import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { nodeTypes } from '@openmere/core/node/rules.ts';
import type { NodeType } from '@openmere/core/node/rules.ts';
import { nodeSaleShares } from '@openmere/core/setting/node.ts';
import { useState } from 'react';
import { RiskPart, useRiskDue } from '../auth/agreement/risk-gate.tsx';
import { equityWithin } from '../liquidity/equity-preview.tsx';
import { Problem, SignButton } from '../liquidity/sign-part.tsx';
import { BackBar } from '../parts/back-bar.tsx';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { FailedNotice } from '../parts/failed-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { WaitingCard, WaitingRows } from '../parts/waiting.tsx';
import { errorText } from '../platform/error-text.ts';
import { replace, useLocation } from '../platform/history.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, baseUnits } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { isAsking } from '../platform/wallet/transaction-record.ts';
import { useLatestTransaction } from '../platform/wallet/transactions.ts';
import { useRefusalText } from '../setting/use-pause-text.ts';
import { useSetting } from '../setting/use-setting.ts';
import { useTradeWallet } from '../swap/trade/use-trade-wallet.ts';
import type { TradeWallet } from '../swap/trade/use-trade-wallet.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageAction } from '../ui/page-action.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { walletGates, WalletGates } from '../wallet/wallet-gates.tsx';
import { AllowNotice } from './allow-notice.tsx';
import { MedalCard, medalIn } from './medal-card.tsx';
import { SaleCard } from './sale-card.tsx';
import type { NodeRow } from './sale-card.tsx';
import { UnderWay } from './under-way.tsx';
import { useSubscription } from './use-subscription.ts';
import type { Subscription } from './use-subscription.ts';

const PATH = '/pages/wallet/subscribe/subscribe';
const gateRules = { closedToExitOnly: true, needsActivation: true };

/** What a node is and is not; always in sight before one pays. */
function Rules() {
  const t = useTexts('node');
  const [market, operations] = useSetting(nodeSaleShares).map(({ percent }) => percent);
  return (
    <Stack>
      <Notice tone="warn" title={t('riskTitle')}>
        {t('riskText')}
      </Notice>
      <Notice title={t('rulesTitle')}>
        {t('rulesText', { market: market ?? 0, operations: operations ?? 0 })}
      </Notice>
    </Stack>
  );
}

type SheetProps = {
  open: boolean;
  onClose: () => void;
  row: NodeRow;
  action: string;
  wallet: TradeWallet;
  subscription: Subscription;
};

/** The last look: what is paid, what comes of it, and the explicit yes to what cannot be undone. */
function ReviewSheet({ open, onClose, row, action, wallet, subscription }: SheetProps) {
  const t = useTexts('node');
  const common = useTexts('liquidity');
  const locale = useLocale();
  const { sale, refusal, consent, setConsent, subscribe } = subscription;
  const price = sale.data?.price ?? 0n;
  const left = (sale.data?.own?.balance ?? price) - price;
  const { equity } = useCall('trade/Liquidity', {}).data ?? {};
  const worth = baseUnits(row.equity);
  const granted = equity ? equityWithin(worth, equity) : worth;
  const usdt = (amount: bigint): string => `${amountText(formatAmount(amount), locale)} USDT`;
  return (
    <ClosableSheet open={open} onClose={onClose} title={t('review')}>
      <Stack>
        <KeyValue
          rows={[
            { key: 'kind', label: t('kind'), value: t(`type_${row.type}`) },
            { key: 'price', label: t('price'), value: usdt(price), strong: true },
            { key: 'left', label: t('leftInWallet'), value: usdt(left < 0n ? 0n : left) },
            { key: 'equity', label: t('equity'), value: amountText(formatAmount(granted), locale) },
          ]}
        />
        {equity && granted < worth && (
          <Notice tone="warn">
            {t('equityCapped', {
              cap: amountText(equity.cap, locale),
              amount: amountText(formatAmount(granted), locale),
              whole: amountText(row.equity, locale),
            })}
          </Notice>
        )}
        <Notice tone="warn">{t('riskText')}</Notice>
        <Checkbox checked={consent} onChange={setConsent}>
          {t('consentText')}
        </Checkbox>
        {(sale.data?.own?.allowed ?? 0n) < price && <p>{common('exactApprovals')}</p>}
        <SignButton
          wallet={wallet}
          action={action}
          disabledReason={refusal && errorText(refusal)}
          onSign={async () => {
            onClose();
            await subscribe();
          }}
        />
      </Stack>
    </ClosableSheet>
  );
}

/** One line under the name of a kind: price, and how many are left. */
function useNote(): (row: NodeRow) => string {
  const t = useTexts('node');
  const locale = useLocale();
  return (row) => {
    const left = row.total - row.subscribed;
    const price = `${amountText(row.price, locale)} USDT`;
    const rest = left === 0 ? t('soldOut') : t('leftOf', { left, total: row.total });
    return row.private ? t('noteByPermit', { price, rest }) : t('note', { price, rest });
  };
}

type BodyProps = { rows: readonly NodeRow[]; answeredAt: number; wallet: TradeWallet };

function SubscribePage({ rows, answeredAt, wallet }: BodyProps) {
  const t = useTexts('node');
  const w = useTexts('wallet');
  const common = useTexts('liquidity');
  const locale = useLocale();
  const noteOf = useNote();
  const asked = useLocation().query['type'];
  const type: NodeType = nodeTypes.find((one) => one === asked) ?? 'diamond';
  const row = rows.find((one) => one.type === type);
  const [reviewing, setReviewing] = useState(false);
  const mine = useCall('Node/Mine', {});
  const medal = medalIn(mine.data);
  const subscription = useSubscription(type, wallet);
  const { refusal, problem, permit, sale, isKnown, failed } = subscription;
  const record = useLatestTransaction('node.subscribe', wallet.own);
  const gates = walletGates(wallet, gateRules);
  const [gate] = gates;
  // Known without any wallet at hand: nobody connects one only to be refused.
  const hasBought = medal?.bought === true || sale.data?.own?.hasBought === true;
  const had = medal && errorText(new Refusal(medal.bought ? 'node.bought' : 'node.holds'));
  const gateReason =
    gate === undefined || gate === 'notTradable'
      ? undefined
      : gate === 'inactive'
        ? t('activateFirst')
        : w(`reason_${gate}`);
  // The chain itself, where it has answered.
  const isPaused = sale.data?.paused ?? row?.paused;
  const paused = isPaused === true ? new Refusal('node.paused') : undefined;
  const pausedText = paused && errorText(paused);
  const pausedNotice = useRefusalText(paused);
  // A wallet subscribes once: while one is in the network, a second one would fail.
  const busy = isAsking(record) || record?.state === 'sent' ? common('underWay') : undefined;
  const why = refusal && refusal.code !== 'node.consent' ? errorText(refusal) : undefined;
  if (!row) return null;
  const kind = t(`type_${type}`);
  const action = t('doSubscribe', { kind, amount: `${amountText(row.price, locale)} USDT` });
  const texts = {
    exitOnly: { title: t('exitOnly'), text: t('exitOnlyText') },
    unboundText: t('unboundText'),
    inactiveText: t('inactiveText'),
  };
  return (
    <Page
      nav={<BackBar title="node.titleSubscribe" parent="/pages/wallet/wallet" />}
      footer={
        <PageAction
          disabledReason={
            busy ?? had ?? pausedText ?? gateReason ?? why ?? (isKnown ? undefined : common('reading'))
          }
          onPress={() => setReviewing(true)}
        >
          {action}
        </PageAction>
      }
      aside={<Rules />}
    >
      <Refreshable calls={['Node/Types', 'Node/Mine', 'Node/Allow']}>
        <Stack>
          {record && <UnderWay record={record} />}
          <Problem text={problem} />
          {failed && <FailedNotice error={failed.error} onRetry={failed.refetch} />}
          {medal && <MedalCard medal={medal} />}
          {paused && (
            <Notice tone="warn" title={t('window_paused')}>
              {pausedNotice}
            </Notice>
          )}
          <RadioCards
            label={t('choose')}
            items={rows.map((one) => ({ key: one.type, title: t(`type_${one.type}`), note: noteOf(one) }))}
            value={type}
            onChange={(key) => replace(PATH, { type: key })}
          />
          <SaleCard key={type} row={row} answeredAt={answeredAt} />
          {type === 'gold' && permit && !hasBought && <AllowNotice allow={permit} />}
          {subscription.countryOff && (
            <Notice tone="warn" title={t('countryOff')}>
              {t('countryOffText')}
            </Notice>
          )}
          {!medal && <WalletGates gates={gates} wallet={wallet} texts={texts} />}
        </Stack>
      </Refreshable>
      <ReviewSheet
        open={reviewing}
        onClose={() => {
          setReviewing(false);
          subscription.setConsent(false);
        }}
        row={row}
        action={action}
        wallet={wallet}
        subscription={subscription}
      />
    </Page>
  );
}

/** Nothing more is subscribed; one's own medal, and what was sent before, stay. */
function RiskFirst({ own }: Pick<TradeWallet, 'own'>) {
  const medal = medalIn(useCall('Node/Mine', {}).data);
  const record = useLatestTransaction('node.subscribe', own);
  return (
    <Page nav={<BackBar title="node.titleSubscribe" parent="/pages/wallet/wallet" />} aside={<Rules />}>
      <Refreshable calls={['Node/Mine']}>
        <Stack>
          {record && <UnderWay record={record} />}
          {medal && <MedalCard medal={medal} />}
          <RiskPart />
        </Stack>
      </Refreshable>
    </Page>
  );
}

/** Community nodes: the kinds, their windows by the chain's clock, subscribing, one's own medal (rulebook §6, §10). */
export function SubscribeScreen() {
  const t = useTexts('node');
  const wallet = useTradeWallet();
  const query = useCall('Node/Types', {});
  const rows = query.data?.list;
  if (useRiskDue()) return <RiskFirst own={wallet.own} />;
  if (rows && rows.length > 0)
    return <SubscribePage rows={rows} answeredAt={query.dataUpdatedAt} wallet={wallet} />;
  return (
    <Page nav={<BackBar title="node.titleSubscribe" parent="/pages/wallet/wallet" />} aside={<Rules />}>
      <Loaded
        query={query}
        waiting={
          <>
            <WaitingRows rows={3} coin={false} />
            <WaitingCard />
          </>
        }
      >
        {() => (
          <EmptyState title={t('emptyTitle')} drawing="water">
            {t('emptyText')}
          </EmptyState>
        )}
      </Loaded>
    </Page>
  );
}

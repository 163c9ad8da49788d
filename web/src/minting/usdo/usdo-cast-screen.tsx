import { useState } from 'react';
import { RiskPart, useRiskDue } from '../../auth/agreement/risk-gate.tsx';
import { Facts } from '../../liquidity/facts.tsx';
import { Problem } from '../../liquidity/sign-part.tsx';
import { missingOf } from '../../parts/approval-choice.tsx';
import { BackBar } from '../../parts/back-bar.tsx';
import { CallFailed } from '../../parts/call-failed.tsx';
import { MovedNotice } from '../../parts/moved-notice.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { useOwnText } from '../../parts/use-own-text.ts';
import { WaitingCard, WaitingRows } from '../../parts/waiting.tsx';
import { errorText } from '../../platform/error-text.ts';
import { moneyText, moneyTextUp } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { baseUnits } from '../../platform/money-text.ts';
import { useCall } from '../../platform/query.ts';
import { useRefusalText } from '../../setting/use-pause-text.ts';
import { SpokenQuote } from '../../swap/spoken-quote.tsx';
import { useTradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import type { TradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconReceipt } from '../../ui/icon/money.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { CoinAmountField } from '../coin-amount-field.tsx';
import type { UsdoTerms } from '../mint-data.ts';
import { MintingGates, useGateReason } from '../minting-gates.tsx';
import { SignSheet } from '../sign-sheet.tsx';
import { UnderWay } from '../under-way.tsx';
import { isAsking, useOwnTransaction } from '../use-own-transaction.ts';
import { useUsdoTerms } from '../use-terms.ts';
import { useUsdoRows } from './usdo-rows.ts';
import { useSendUsdo } from './use-send-usdo.ts';
import { coinOf, useUsdoForm, ways } from './use-usdo-form.ts';

const closed: ReadonlySet<string> = new Set(['swap.nopool', 'minting.usdopaused', 'minting.nottradable']);
const sought = ['minting.usdo', 'minting.redeem'] as const;

/** What lies behind each USDO, and what one has done so far. */
function Aside({ terms }: { terms?: UsdoTerms }) {
  const t = useTexts('usdo');
  const locale = useLocale();
  const { data: own } = useCall('Usdo/Info', {});
  const ownText = useOwnText();
  const money = (plain: string) => ownText(moneyText(baseUnits(plain), 'USDO', locale));
  return (
    <Stack>
      <Notice title={t('backedTitle')}>{t('backedText')}</Notice>
      {(terms || own) && (
        <KeyValue
          rows={[
            ...(terms
              ? [
                  { key: 'supply', label: t('supply'), value: moneyText(terms.supply, 'USDO', locale) },
                  { key: 'backing', label: t('backing'), value: moneyText(terms.backing, 'USDT', locale) },
                ]
              : []),
            ...(own
              ? [
                  { key: 'minted', label: t('ownMinted'), value: money(own.minted) },
                  { key: 'redeemed', label: t('ownRedeemed'), value: money(own.redeemed) },
                ]
              : []),
          ]}
        />
      )}
      <List label={t('titleUsdoRecords')}>
        <ListRow
          leading={<IconReceipt />}
          title={t('titleUsdoRecords')}
          href="#/pages/wallet/usdoCast/recode/recode"
        />
      </List>
      <Notice tone="warn" title={t('riskTitle')}>
        {t('riskText')}
      </Notice>
    </Stack>
  );
}

function UsdoPage({ terms, wallet }: { terms: UsdoTerms; wallet: TradeWallet }) {
  const t = useTexts('usdo');
  const m = useTexts('minting');
  const common = useTexts('liquidity');
  const locale = useLocale();
  const form = useUsdoForm(terms);
  const { way, refusal, received, given } = form;
  const { problem, sign } = useSendUsdo(form, terms, wallet.own);
  const [reviewing, setReviewing] = useState(false);
  const exit = way === 'redeem' ? 'out' : 'in';
  const riskDue = useRiskDue();
  const refusalText = useRefusalText(refusal);
  const gateReason = useGateReason(exit, wallet);
  const record = useOwnTransaction(sought, wallet.own);
  const rows = useUsdoRows(form);
  const isClosed = refusal !== undefined && closed.has(refusal.code);
  const typed = form.amount !== '';
  // The box beside it says what is asked.
  const isAsked = refusal?.code === 'minting.impactask';
  const why = refusal && (isClosed || typed ? errorText(refusal) : common('enterAmount'));
  const action =
    given === 0n
      ? t(way === 'redeem' ? 'redeem' : 'mint')
      : way === 'redeem'
        ? common('doRedeem', { amount: moneyText(given, 'USDO', locale) })
        : m('doMintUsdo', { amount: moneyText(received, 'USDO', locale) });
  const chooser = (
    <Segmented
      label={t('ways')}
      items={ways.map((key) => ({ key, label: t(`way_${key}`) }))}
      value={way}
      onChange={form.choose}
    />
  );
  if (exit === 'in' && riskDue)
    return (
      <Page
        nav={<BackBar title="usdo.titleUsdoCast" parent="/pages/wallet/wallet" />}
        aside={<Aside terms={terms} />}
      >
        <UnderWay sought={sought} from={wallet.own} />
        {chooser}
        <RiskPart />
      </Page>
    );
  return (
    <Page
      nav={<BackBar title="usdo.titleUsdoCast" parent="/pages/wallet/wallet" />}
      footer={
        <PageAction
          disabledReason={(isAsking(record) ? common('answerWallet') : undefined) ?? gateReason ?? why}
          onPress={() => setReviewing(true)}
        >
          {action}
        </PageAction>
      }
      aside={<Aside terms={terms} />}
    >
      <UnderWay sought={sought} from={wallet.own} />
      <Problem text={problem} />
      {chooser}
      {isClosed && (
        <Notice tone="warn" title={m('closedTitle')}>
          {refusalText}
        </Notice>
      )}
      <MintingGates way={exit} wallet={wallet} />
      <CoinAmountField
        key={way}
        label={t(`give_${way}`)}
        coin={coinOf[way]}
        held={form.held}
        value={form.amount}
        onChange={form.setAmount}
        error={typed && refusal && !isClosed && !isAsked ? errorText(refusal) : undefined}
      />
      <SpokenQuote
        typed={received === 0n ? '' : `${way} ${form.amount}`}
        label={common('youReceive')}
        value={moneyText(received, way === 'redeem' ? 'USDT' : 'USDO', locale)}
      />
      <Card>
        <Facts rows={rows} />
      </Card>
      {form.asksImpact && (
        <Checkbox checked={form.impactAccepted} onChange={form.acceptImpact}>
          {t('acceptLoss', { amount: moneyTextUp(form.sale?.lossUsdt ?? 0n, 'USDT', locale) })}
        </Checkbox>
      )}
      <SignSheet
        open={reviewing}
        onClose={() => setReviewing(false)}
        title={t(way === 'redeem' ? 'reviewRedeem' : 'reviewMint')}
        rows={[{ key: 'give', label: t('youGive'), value: moneyTextUp(given, coinOf[way], locale) }, ...rows]}
        wallet={wallet}
        action={action}
        disabledReason={refusal && errorText(refusal)}
        missing={
          way === 'redeem'
            ? []
            : missingOf([{ coin: coinOf[way], amount: given, allowed: terms.allowed[way] }])
        }
        onSign={async (unlimited) => {
          setReviewing(false);
          await sign(unlimited);
        }}
      >
        <MovedNotice figures={{ gets: [received] }} />
        {way !== 'redeem' && <Notice tone="warn">{t('riskText')}</Notice>}
      </SignSheet>
    </Page>
  );
}

/** USDO from USDT or OPEN of one's own wallet, and back to USDT one to one; going back is an exit that nothing pauses. */
export function UsdoCastScreen() {
  const wallet = useTradeWallet();
  const terms = useUsdoTerms(wallet.own);
  if (terms.data) return <UsdoPage terms={terms.data} wallet={wallet} />;
  return (
    <Page nav={<BackBar title="usdo.titleUsdoCast" parent="/pages/wallet/wallet" />} aside={<Aside />}>
      <Refreshable calls={['Usdo/Info']}>
        {terms.isError ? (
          <CallFailed query={terms} />
        ) : (
          <Stack>
            <WaitingCard />
            <WaitingRows rows={3} coin={false} />
          </Stack>
        )}
      </Refreshable>
    </Page>
  );
}

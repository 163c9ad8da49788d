import { useLocale, useTexts, useTitle } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { shortHex } from '../platform/wallet/address.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Figure } from '../ui/figure.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { OwnWalletNotice } from './own-wallet-part.tsx';
import { useBalances } from './use-balances.ts';
import type { OwnHoldings } from './use-own-holdings.ts';

function useFigure(asOf: string | undefined) {
  const t = useTexts('asset');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  return (amount: string | undefined, size: 'large' | 'row', missing = t('unknown')) => (
    <Figure
      size={size}
      value={amount === undefined ? undefined : amountText(amount, locale)}
      decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
      hiddenLabel={hide ? t('hidden') : undefined}
      missingLabel={missing}
      staleNote={size === 'large' ? asOf : undefined}
    />
  );
}

/** What Openmere's ledger holds of a coin: balance, available, and what is locked with the way to its reasons. */
export function BalanceFacts({ coinid, onWhy }: { coinid: string; onWhy: () => void }) {
  const t = useTexts('asset');
  const { rows, asOf } = useBalances();
  const figure = useFigure(asOf);
  const row = rows?.find((one) => one.coinid === coinid);
  const locked = row !== undefined && row.lockbalance !== '0';
  return (
    <Card>
      <SectionTitle>{t('inLedger')}</SectionTitle>
      {figure(row?.balance, 'large')}
      <KeyValue
        rows={[
          { key: 'available', label: t('available'), value: figure(row?.available, 'row'), strong: true },
          {
            key: 'locked',
            label: t('locked'),
            value: figure(row?.lockbalance, 'row'),
            ...(locked ? { onExplain: onWhy, explainLabel: t('whyLocked') } : {}),
          },
        ]}
      />
      {locked && (
        <Button tone="quiet" size="small" onPress={onWhy}>
          {t('whyLocked')}
        </Button>
      )}
    </Card>
  );
}

/** What the member's own wallet holds of a coin; OUSD can be redeemed from here. */
export function OwnFacts({ coinid, own }: { coinid: string; own: OwnHoldings }) {
  const t = useTexts('asset');
  const titleOf = useTitle();
  const figure = useFigure(own.asOf);
  const { address } = own;
  const row = own.rows?.find((one) => one.coin === coinid);
  return (
    <Card>
      <SectionTitle
        note={
          address === undefined
            ? t('ownText')
            : t(own.bound ? 'ownTextOf' : 'ownTextUnbound', { address: shortHex(address) })
        }
      >
        {t('ownTitle')}
      </SectionTitle>
      {own.state === 'none' || own.state === 'failed' ? (
        <OwnWalletNotice own={own} />
      ) : (
        figure(row?.amount, 'large', t('ownReading'))
      )}
      {coinid === 'OUSD' && (
        <List label={t('actions')} plain>
          <ListRow
            title={titleOf('titleRedeem')}
            subtitle={t('redeemNote')}
            href="#/pages/swap/redeem/redeem"
          />
          <ListRow
            title={titleOf('titleLiquidity')}
            subtitle={t('liquidityNote')}
            href="#/pages/swap/linquidity/linquidity"
          />
        </List>
      )}
    </Card>
  );
}

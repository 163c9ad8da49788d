import { formatAmount } from '@openmere/core/money/amount.ts';
import { findCoin } from '@openmere/core/money/coin.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, baseUnits, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { shortHex } from '../platform/wallet/address.ts';
import { useNetwork } from '../setting/use-network.ts';
import { CoinMark } from '../ui/coin-mark.tsx';
import { Figure } from '../ui/figure.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { TextLink } from '../ui/text-link.tsx';
import type { ChainBalance, ChainCoin } from '../wallet/use-chain-balances.ts';
import { rowAmount } from './row-amount.ts';
import { useOpenWorth } from './use-open-worth.ts';
import type { OwnHoldings } from './use-own-holdings.ts';

/** Rows that stand while the chain is being read. */
const expected: readonly ChainCoin[] = ['BNB', 'USDT', 'OPEN', 'OUSD', 'USDO'];
/** Each worth one USDT on chain; only these are added up. */
const fixedAtOne: readonly ChainCoin[] = ['USDT', 'OUSD', 'USDO'];

/** Sum in USDT of the wallet's coins with a fixed value; plain decimal. */
export function ownTotal(rows: readonly ChainBalance[]): string {
  const fixed = rows.filter((row) => fixedAtOne.includes(row.coin));
  return formatAmount(fixed.reduce((sum, row) => sum + baseUnits(row.amount), 0n));
}

/** No wallet, or the chain cannot be read: says which, and what to do. Nothing while all is well. */
export function OwnWalletNotice({ own }: { own: OwnHoldings }) {
  const t = useTexts('asset');
  if (own.state === 'failed')
    return (
      <Notice tone="warn" action={<TextLink onPress={own.retry}>{t('ownRetry')}</TextLink>}>
        {t('ownFailed')}
      </Notice>
    );
  if (own.state === 'none')
    return (
      <Notice
        title={t('ownNone')}
        action={<TextLink href="#/pages/mine/blind/blind?kind=wallet">{t('ownBind')}</TextLink>}
      >
        {t('ownNoneText')}
      </Notice>
    );
  return null;
}

function CoinRow({ coin, amount }: { coin: ChainCoin; amount: string | undefined }) {
  const t = useTexts('asset');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const network = useNetwork();
  const known = findCoin(coin);
  const worth = useOpenWorth(coin, amount);
  return (
    <ListRow
      leading={<CoinMark coin={coin} />}
      title={coin}
      subtitle={known ? known.name : network}
      trailing={
        <Figure
          value={amount === undefined ? undefined : rowAmount(amount, locale)}
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          hiddenLabel={hide ? t('hidden') : undefined}
          missingLabel={t('ownReading')}
        />
      }
      trailingNote={hide ? undefined : worth}
      {...(known ? { href: `#/pages/wallet/detail/detail?coinid=${coin}` } : {})}
    />
  );
}

/** What stands in the member's own wallet, apart from what Openmere holds. `onlyHeld` leaves empty coins out. */
export function OwnWalletPart({ own, onlyHeld = false }: { own: OwnHoldings; onlyHeld?: boolean }) {
  const t = useTexts('asset');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const { address, rows, state } = own;
  const shown = rows ?? expected.map((coin) => ({ coin, amount: undefined }));
  const listed = state === 'known' || state === 'reading';
  return (
    <>
      <SectionTitle
        note={
          address === undefined
            ? t('ownText')
            : t(own.bound ? 'ownTextOf' : 'ownTextUnbound', { address: shortHex(address) })
        }
      >
        {t('ownTitle')}
      </SectionTitle>
      <OwnWalletNotice own={own} />
      {listed && (
        <List label={t('ownTitle')}>
          {shown
            .filter((row) => !onlyHeld || row.amount !== '0')
            .map((row) => (
              <CoinRow key={row.coin} coin={row.coin} amount={row.amount} />
            ))}
        </List>
      )}
      {rows && !hide && (
        <KeyValue
          rows={[
            {
              key: 'total',
              label: t('ownTotal'),
              value: `${amountText(ownTotal(rows), locale, 2)} USDT`,
              note: t('ownTotalNote'),
            },
          ]}
        />
      )}
    </>
  );
}

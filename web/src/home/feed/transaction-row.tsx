import { useTexts } from '../../platform/i18n.ts';
import type { TransactionKind, TransactionRecord } from '../../platform/wallet/transaction-record.ts';
import { IconSwap, IconWallet } from '../../ui/icon/place.tsx';
import { ListRow } from '../../ui/list.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useMoneyText } from './activity.tsx';

type Note = TransactionRecord['note'];
type Amount = readonly [plain: string | undefined, coin: string];
type Shown = {
  name: 'trade' | 'activation' | 'payment' | 'transaction';
  /** The page that follows it. */
  href: string;
  amounts: (note: Note) => readonly Amount[];
};

const LIQUIDITY = '#/pages/swap/linquidity/linquidity';
const USDO = '#/pages/wallet/usdoCast/usdoCast';

// Hash power is no money, and what is allowed no longer has no amount.
const none = () => [];
const of = (fact: string, coin: string) => (note: Note) => [[note[fact], coin] as const];

const shown: Record<TransactionKind, Shown> = {
  activation: { name: 'activation', href: '#/pages/wallet/activate/activate', amounts: none },
  deposit: {
    name: 'payment',
    href: '#/pages/wallet/recharge/rechargeChain',
    amounts: (note) => [[note['amount'], note['coinid'] ?? 'USDT']],
  },
  trade: {
    name: 'trade',
    href: '#/pages/swap/swap/swap',
    amounts: (note) => [[note['paid'], note['side'] === 'sell' ? 'OPEN' : 'USDT']],
  },
  'liquidity.add': {
    name: 'transaction',
    href: LIQUIDITY,
    amounts: (note) => [
      [note['usdt'], 'USDT'],
      [note['open'], 'OPEN'],
    ],
  },
  'liquidity.remove': { name: 'transaction', href: LIQUIDITY, amounts: of('lp', 'LP') },
  'liquidity.readd': { name: 'transaction', href: LIQUIDITY, amounts: of('ousd', 'OUSD') },
  'liquidity.release': { name: 'transaction', href: LIQUIDITY, amounts: of('ousd', 'OUSD') },
  redeem: { name: 'transaction', href: '#/pages/swap/redeem/redeem', amounts: of('ousd', 'OUSD') },
  'minting.power': { name: 'transaction', href: '#/pages/wallet/cast/cast', amounts: none },
  'minting.usdo': { name: 'transaction', href: USDO, amounts: of('amount', 'USDO') },
  'minting.redeem': { name: 'transaction', href: USDO, amounts: of('amount', 'USDO') },
  'node.subscribe': {
    name: 'transaction',
    href: '#/pages/wallet/subscribe/subscribe',
    amounts: of('amount', 'USDT'),
  },
  revoke: { name: 'transaction', href: '#/pages/wallet/approvals/approvals', amounts: none },
};

/** What another version of the app has stored may have no place here. */
const shownOf = (kind: string): Shown | undefined => (shown as Partial<Record<string, Shown>>)[kind];

/** What the wallet has under way: what it is, how much of which coin, and the way to the page that follows it. Texts: `feed`. */
export function TransactionRow({ record }: { record: TransactionRecord }) {
  const t = useTexts('feed');
  const money = useMoneyText();
  const row = shownOf(record.kind);
  const amounts = row?.amounts(record.note) ?? [];
  const written = amounts.flatMap(([plain, coin]) => (plain === undefined ? [] : [money(plain, coin)]));
  return (
    <ListRow
      leading={row?.name === 'trade' ? <IconSwap /> : <IconWallet />}
      title={t(row?.name ?? 'transaction')}
      subtitle={written.length === 0 ? undefined : written.join(' · ')}
      trailing={<StatusPill state="working">{t('sending')}</StatusPill>}
      href={row?.href ?? '#/pages/wallet/wallet'}
    />
  );
}

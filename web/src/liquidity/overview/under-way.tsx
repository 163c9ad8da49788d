import { moneyText, moneyTextUp } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { baseUnits } from '../../platform/money-text.ts';
import type { TransactionRecord } from '../../platform/wallet/transaction-record.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { TransactionResult } from '../../wallet/transaction-result.tsx';
import { useLatestOf } from '../use-liquidity.ts';
import type { Kind } from '../use-liquidity.ts';

const asking: ReadonlySet<string> = new Set(['checking', 'approving', 'signing']);

/** The wallet has a question open, or an approval is on its way: nothing else can be started meanwhile. */
export function isAsking(record: TransactionRecord | undefined): boolean {
  return record !== undefined && asking.has(record.state);
}

const RECORDS = '#/pages/swap/linquidity/linquidity';

const titles = {
  'liquidity.add': ['doAdd', 'didAdd'],
  'liquidity.remove': ['doRemove', 'didRemove'],
  'liquidity.readd': ['doReadd', 'didReadd'],
  'liquidity.release': ['doRelease', 'didRelease'],
  redeem: ['doRedeem', 'didRedeem'],
} as const satisfies Record<Kind, readonly [string, string]>;

/** What is so now that it is done. */
const next = {
  'liquidity.add': 'nextAdd',
  'liquidity.remove': 'nextRemove',
  'liquidity.readd': 'nextAdd',
  'liquidity.release': 'nextOusd',
  redeem: 'nextRedeem',
} as const satisfies Record<Kind, string>;

/** What a transaction does or did, from its facts, in the language that is read now: "Re-add 10 OUSD". */
function useTitle(): (record: TransactionRecord, done: boolean) => string {
  const t = useTexts('liquidity');
  const locale = useLocale();
  return ({ kind, note }, done) => {
    // What one pays is not shown as less than it is, what one gives back not as more.
    const shown = kind === 'liquidity.add' || kind === 'liquidity.readd' ? moneyTextUp : moneyText;
    const text = (fact: string, coin: string) => {
      const plain = note[fact];
      return plain === undefined ? undefined : shown(baseUnits(plain), coin, locale);
    };
    const pair = titles[kind as Kind];
    const usdt = text('usdt', 'USDT');
    const open = text('open', 'OPEN');
    const amount = text('ousd', 'OUSD') ?? text('lp', 'LP');
    // An older version of the app has noted no facts.
    if (kind === 'liquidity.add' ? usdt === undefined || open === undefined : amount === undefined)
      return t('underWay');
    return t(pair[done ? 1 : 0], { usdt: usdt ?? '', open: open ?? '', amount: amount ?? '' });
  };
}

/** The last transaction of these kinds: what it is, its steps, its result; also after leaving the screen and after a reload. */
export function UnderWay({ sought, from }: { sought: readonly Kind[]; from: string | undefined }) {
  const t = useTexts('liquidity');
  const title = useTitle();
  const record = useLatestOf(sought, from);
  if (!record) return null;
  return (
    <TransactionResult
      record={record}
      shown={sought}
      title={title(record, false)}
      doneTitle={title(record, true)}
      link={<TextLink href={RECORDS}>{t('seeRecords')}</TextLink>}
    >
      <p>{t(record.note['paid'] === 'USDT' ? 'nextRemoveUsdt' : next[record.kind as Kind])}</p>
    </TransactionResult>
  );
}

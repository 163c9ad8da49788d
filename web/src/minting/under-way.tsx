import { moneyText } from '../platform/figure-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, baseUnits } from '../platform/money-text.ts';
import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';
import { TextLink } from '../ui/text-link.tsx';
import { TransactionResult } from '../wallet/transaction-result.tsx';
import { useOwnTransaction } from './use-own-transaction.ts';
import type { Kind } from './use-own-transaction.ts';

const records: Record<Kind, string> = {
  'minting.power': '#/pages/wallet/cast/details/details',
  'minting.usdo': '#/pages/wallet/usdoCast/recode/recode',
  'minting.redeem': '#/pages/wallet/usdoCast/recode/recode',
};

/** "Mint 20 hash power", and what it is called when it is done; what came is not shown as more than it is. */
function useTitles(): (record: TransactionRecord) => [string, string] {
  const t = useTexts('minting');
  const common = useTexts('liquidity');
  const locale = useLocale();
  return ({ kind, note }) => {
    const plain = note['amount'];
    // An older version of the app has noted no facts.
    if (plain === undefined) return [common('underWay'), common('underWay')];
    if (kind === 'minting.power') {
      const amount = amountText(plain, locale, 2);
      return [t('doMint', { amount }), t('didMint', { amount })];
    }
    const amount = moneyText(baseUnits(plain), 'USDO', locale);
    return kind === 'minting.redeem'
      ? [common('doRedeem', { amount }), common('didRedeem', { amount })]
      : [t('doMintUsdo', { amount }), t('didMintUsdo', { amount })];
  };
}

/** The last transaction of these kinds: what it is, its steps, its result; also after leaving the screen and after a reload. */
export function UnderWay({ sought, from }: { sought: readonly Kind[]; from: string | undefined }) {
  const t = useTexts('minting');
  const common = useTexts('liquidity');
  const titlesOf = useTitles();
  const record = useOwnTransaction(sought, from);
  if (!record) return null;
  const kind = record.kind as Kind;
  const [title, doneTitle] = titlesOf(record);
  return (
    <TransactionResult
      record={record}
      shown={sought}
      title={title}
      doneTitle={doneTitle}
      link={<TextLink href={records[kind]}>{common('seeRecords')}</TextLink>}
    >
      <p>
        {kind === 'minting.power' && t('nextMint')}
        {kind === 'minting.usdo' && t('nextUsdo')}
        {kind === 'minting.redeem' && common('nextRedeem')}
      </p>
    </TransactionResult>
  );
}

import { moneyTextUp } from '../platform/figure-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { Notice } from '../ui/notice.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** A coin of which a contract is to take so much, in base units. */
export type Spending = { coin: string; amount: bigint };

/** Of which coins less is allowed than is to be taken: for these the wallet asks. */
export function missingOf(spendings: readonly (Spending & { allowed: bigint })[]): Spending[] {
  return spendings.filter(({ amount, allowed }) => allowed < amount);
}

type Props = {
  missing: readonly Spending[];
  /** The coins that are allowed without a limit; at first none. */
  unlimited: readonly string[];
  onChange: (unlimited: readonly string[]) => void;
};

/** How much the contract may take of each coin: exactly this, or without limit, with what that means. Texts: `approval`. */
export function ApprovalChoice({ missing, unlimited, onChange }: Props) {
  const t = useTexts('approval');
  const locale = useLocale();
  if (missing.length === 0) return null;
  return (
    <>
      {missing.map(({ coin, amount }) => (
        <RadioCards
          key={coin}
          label={t('approval', { coin })}
          items={[
            {
              key: 'exact',
              title: t('approvalExact', { amount: moneyTextUp(amount, coin, locale) }),
              note: t('approvalExactText'),
            },
            { key: 'unlimited', title: t('approvalUnlimited'), note: t('approvalUnlimitedText', { coin }) },
          ]}
          value={unlimited.includes(coin) ? 'unlimited' : 'exact'}
          onChange={(key) => {
            const others = unlimited.filter((one) => one !== coin);
            onChange(key === 'unlimited' ? [...others, coin] : others);
          }}
        />
      ))}
      {missing
        .filter(({ coin }) => unlimited.includes(coin))
        .map(({ coin }) => (
          <Notice key={coin} tone="danger">
            {t('approvalUnlimitedWarn', { coin })}
          </Notice>
        ))}
      <p>
        <TextLink href="#/pages/wallet/approvals/approvals">{t('approvals')}</TextLink>
      </p>
    </>
  );
}

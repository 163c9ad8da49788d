import { useTexts, useTitle } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { IconGift } from '../ui/icon/money.tsx';
import { ListRow } from '../ui/list.tsx';
import { useSumText } from './sum-text.ts';
import { claimableOf } from './totals.ts';

/** The way to one's rewards, with what can be claimed. Texts: `award`. */
export function AwardLink() {
  const t = useTexts('award');
  const titleOf = useTitle();
  const sum = useSumText();
  const { data } = useCall('Users/TotalMy', {});
  const sums = claimableOf(data?.list ?? []).map(({ amount, coinid }) => sum(amount, coinid));
  return (
    <ListRow
      leading={<IconGift />}
      title={titleOf('award.titleAward')}
      subtitle={sums.length === 0 ? t('linkText') : t('linkToClaim', { amounts: sums.join(' · ') })}
      href="#/pages/award/award"
    />
  );
}

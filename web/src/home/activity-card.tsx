import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { dateText } from '../platform/time-text.ts';
import { IconActivity } from '../ui/icon/place.tsx';
import { List, ListRow } from '../ui/list.tsx';

/** What the activity offers while it is planned or under way, by the server's own time; nothing else needs a place. Texts: `feed`. */
export function ActivityCard() {
  const t = useTexts('feed');
  const locale = useLocale();
  const { data } = useCall('Activity/Info', {});
  const plain = (amount: string) => amountText(amount, locale).replace(/[.,]00$/, '');
  if (!data?.starts || !data.ends || (data.state !== 'notstarted' && data.state !== 'inprogress'))
    return null;
  const { first, deposit, state, own } = data;
  const { starts } = data;
  const [tier] = deposit.tiers;
  // Only what the reader can still get; what an earlier activity refused may come in this one.
  const hasDeposited = own?.bonuses.some(
    ({ kind, status, time }) => kind === 'deposit' && (status !== 'refused' || time >= starts),
  );
  const offers =
    !own?.countryoff &&
    (first.left > 0 && !own?.activated
      ? t('activityFirst', { left: first.left, count: first.count, bonus: plain(first.bonus) })
      : tier && !hasDeposited && t('activityDeposit', { from: plain(tier.from) }));
  const when =
    state === 'inprogress'
      ? t('activityUntil', { time: dateText(data.ends, locale) })
      : t('activityFrom', { time: dateText(data.starts, locale) });
  return (
    <List>
      <ListRow
        leading={<IconActivity />}
        title={t(state === 'inprogress' ? 'activityNow' : 'activitySoon')}
        subtitle={[offers, when].filter(Boolean).join(' · ')}
        href="#/pages/activity/activity"
      />
    </List>
  );
}

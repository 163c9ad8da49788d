import type { ReactNode } from 'react';
import { useMember } from '../../member/use-member.ts';
import { SeeAllLink } from '../../parts/standard-buttons.tsx';
import { useAgo } from '../../parts/use-ago.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconDeposit, IconGift, IconSend, IconWithdraw } from '../../ui/icon/money.tsx';
import { IconMall } from '../../ui/icon/place.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { amountsOf, arrivedSince, feedOf, sumsOf } from './feed.ts';
import type { FeedItem, Money } from './feed.ts';
import { useLastVisit } from './use-money.ts';
import css from './activity.module.css';

const SHOWN_COUNT = 6;
export const hrefs = {
  in: '#/pages/wallet/transfer/recode/recode',
  out: '#/pages/wallet/transfer/recode/recode',
  deposit: '#/pages/wallet/recharge/rechargeChain',
  bank: '#/pages/wallet/recharge/rechargeFiat',
  withdrawal: '#/pages/wallet/withdraw/recode/recodeChain',
  returned: '#/pages/wallet/withdraw/recode/recodeChain',
  reward: '#/pages/award/award',
  sale: '#/pages/mall/shopManage?part=orders',
  refund: '#/pages/order/detail',
  claim: '#/pages/wallet/detail/detail',
} as const;

/** Amounts as the member wants to see them: written, or hidden. */
export function useMoneyText(): (amount: string, coinid: string) => string {
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  return (amount, coinid) => (hide ? '••••••' : `${amountText(amount, locale)} ${coinid}`);
}

const faces = {
  in: IconDeposit,
  out: IconSend,
  deposit: IconDeposit,
  bank: IconDeposit,
  withdrawal: IconWithdraw,
  returned: IconWithdraw,
  reward: IconGift,
  sale: IconMall,
  refund: IconMall,
  claim: IconGift,
} as const;

/** A deposit is one whichever way it came. */
const textOf = (kind: FeedItem['kind']) => (kind === 'bank' ? 'deposit' : kind);

function Face({ item }: { item: FeedItem }): ReactNode {
  if (item.name !== undefined) return <Avatar name={item.name} seed={item.name} />;
  const Icon = faces[item.kind];
  return (
    <span className={css.face} data-kind={textOf(item.kind)}>
      <Icon />
    </span>
  );
}

/** Transfers, withdrawals, orders and deposits by bank have a page each; a claim stands among the records of its coin. */
function hrefOf({ kind, id, coinid }: FeedItem): string {
  if (kind === 'deposit' || kind === 'reward') return hrefs[kind];
  if (kind === 'claim') return `${hrefs.claim}?coinid=${coinid}`;
  return `${hrefs[kind]}${kind === 'sale' ? '&' : '?'}id=${id}`;
}

function Items({ items, fresh }: { items: readonly FeedItem[]; fresh: readonly FeedItem[] }) {
  const t = useTexts('feed');
  const ago = useAgo();
  const money = useMoneyText();
  const written = (item: FeedItem): string =>
    amountsOf(item)
      .map(({ amount, coinid }) => money(amount, coinid))
      .join(' + ');
  return (
    <List label={t('title')}>
      {items.map((item) => (
        <ListRow
          key={item.id}
          leading={<Face item={item} />}
          title={t(textOf(item.kind), { name: item.name ?? '', amount: written(item) })}
          subtitle={[item.note, ago(item.time)].filter(Boolean).join(' · ')}
          trailing={fresh.includes(item) ? <Badge tone="accent">{t('new')}</Badge> : undefined}
          href={hrefOf(item)}
          chevron={false}
        />
      ))}
    </List>
  );
}

/** What happened with the member's money, and what arrived while they were away. Texts: `feed`. */
export function Activity({ money: all }: { money: Money }) {
  const t = useTexts('feed');
  const money = useMoneyText();
  const since = useLastVisit(useMember()?.userid);
  const items = feedOf(all);
  // All of it, not only what is shown.
  const fresh = arrivedSince(items, since);
  const isMore = since !== undefined && Date.parse(all.readFrom ?? since) > Date.parse(since);
  const sums = sumsOf(fresh).map((sum) => money(sum.amount, sum.coinid));
  return (
    <>
      <ActivityTitle />
      {fresh.length > 0 && (
        <Notice tone="good" live>
          {t(isMore ? 'awayMore' : 'away', { amounts: sums.join(', ') })}
        </Notice>
      )}
      {items.length > 0 && <Items items={items.slice(0, SHOWN_COUNT)} fresh={fresh} />}
      {items.length === 0 && all.readFrom === undefined && <p className={css.empty}>{t('empty')}</p>}
    </>
  );
}

export function ActivityTitle() {
  const t = useTexts('feed');
  return (
    <SectionTitle action={<SeeAllLink href="#/pages/wallet/detail/detail" />}>{t('title')}</SectionTitle>
  );
}

import type { ComponentType } from 'react';
import type { GuardedCall } from '../platform/access.ts';
import type { TextKey } from '../platform/texts.ts';
import { lazyScreen } from './lazy-screen.ts';

/** The groups of the menu, in their order. */
export const groups = [
  'groupQueues',
  'groupPeople',
  'groupMoney',
  'groupMall',
  'groupContent',
  'groupHouse',
] as const;

/** `reads` is the call that fills the screen: who may not make it does not see the screen, nor its link. */
export type ConsoleRoute = {
  path: string;
  title: TextKey;
  /** Where it stands in the menu; none: it is reached from other screens. */
  group?: (typeof groups)[number];
  /** The queue whose length and age stand beside its name. */
  queue?: string;
  reads: GuardedCall;
  screen: ComponentType;
};

/** One row per screen, in the order of the menu. */
export const routes: readonly ConsoleRoute[] = [
  {
    path: '/withdrawals',
    title: 'withdrawals',
    group: 'groupQueues',
    queue: 'withdrawals',
    reads: 'Admin/Withdrawals',
    screen: lazyScreen(() =>
      import('../withdrawal/withdrawals-screen.tsx').then((m) => ({ default: m.WithdrawalsScreen })),
    ),
  },
  {
    path: '/proposals',
    title: 'proposals',
    group: 'groupQueues',
    queue: 'proposals',
    reads: 'Admin/Proposals',
    screen: lazyScreen(() =>
      import('../operator/proposals-screen.tsx').then((m) => ({ default: m.ProposalsScreen })),
    ),
  },
  {
    path: '/halts',
    title: 'halts',
    group: 'groupQueues',
    queue: 'halts',
    reads: 'Admin/Halts',
    screen: lazyScreen(() =>
      import('../operator/halts-screen.tsx').then((m) => ({ default: m.HaltsScreen })),
    ),
  },
  {
    path: '/payments',
    title: 'payments',
    group: 'groupQueues',
    queue: 'payments',
    reads: 'Admin/UnmatchedPayments',
    screen: lazyScreen(() =>
      import('../withdrawal/payments-screen.tsx').then((m) => ({ default: m.PaymentsScreen })),
    ),
  },
  {
    path: '/suspense',
    title: 'suspense',
    group: 'groupQueues',
    queue: 'suspense',
    reads: 'Admin/Deposits',
    screen: lazyScreen(() =>
      import('../deposit/suspense-screen.tsx').then((m) => ({ default: m.SuspenseScreen })),
    ),
  },
  {
    path: '/fiatlines',
    title: 'fiatLines',
    group: 'groupQueues',
    queue: 'fiatlines',
    reads: 'Admin/FiatLines',
    screen: lazyScreen(() =>
      import('../deposit/fiat/fiat-lines-screen.tsx').then((m) => ({ default: m.FiatLinesScreen })),
    ),
  },
  {
    path: '/reorg',
    title: 'reorg',
    group: 'groupQueues',
    queue: 'reorg',
    reads: 'Admin/Reorg',
    screen: lazyScreen(() => import('../reserve/reorg-screen.tsx').then((m) => ({ default: m.ReorgScreen }))),
  },
  {
    path: '/identities',
    title: 'identities',
    group: 'groupQueues',
    queue: 'identities',
    reads: 'Admin/Identities',
    screen: lazyScreen(() =>
      import('../member/identities-screen.tsx').then((m) => ({ default: m.IdentitiesScreen })),
    ),
  },
  {
    path: '/factorresets',
    title: 'factorResets',
    group: 'groupQueues',
    queue: 'factorresets',
    reads: 'Admin/FactorResets',
    screen: lazyScreen(() =>
      import('../member/factor-resets-screen.tsx').then((m) => ({ default: m.FactorResetsScreen })),
    ),
  },
  {
    path: '/tickets',
    title: 'tickets',
    group: 'groupPeople',
    queue: 'tickets',
    reads: 'Admin/Tickets',
    screen: lazyScreen(() =>
      import('../support/tickets-screen.tsx').then((m) => ({ default: m.TicketsScreen })),
    ),
  },
  {
    path: '/feedback',
    title: 'feedback',
    group: 'groupPeople',
    reads: 'Admin/Feedback',
    screen: lazyScreen(() =>
      import('../support/feedback-screen.tsx').then((m) => ({ default: m.FeedbackScreen })),
    ),
  },
  {
    path: '/members',
    title: 'members',
    group: 'groupPeople',
    reads: 'Admin/Members',
    screen: lazyScreen(() =>
      import('../operator/members-screen.tsx').then((m) => ({ default: m.MembersScreen })),
    ),
  },
  {
    path: '/genealogy',
    title: 'genealogy',
    group: 'groupPeople',
    reads: 'Admin/Team',
    screen: lazyScreen(() =>
      import('../team/genealogy-screen.tsx').then((m) => ({ default: m.GenealogyScreen })),
    ),
  },
  {
    path: '/permits',
    title: 'permits',
    group: 'groupPeople',
    reads: 'Admin/GoldPermits',
    screen: lazyScreen(() =>
      import('../node/permits-screen.tsx').then((m) => ({ default: m.PermitsScreen })),
    ),
  },
  {
    path: '/member',
    title: 'member',
    reads: 'Admin/Member',
    screen: lazyScreen(() =>
      import('../operator/member-screen.tsx').then((m) => ({ default: m.MemberScreen })),
    ),
  },
  {
    path: '/deposits',
    title: 'deposits',
    group: 'groupMoney',
    reads: 'Admin/Deposits',
    screen: lazyScreen(() =>
      import('../deposit/deposits-screen.tsx').then((m) => ({ default: m.DepositsScreen })),
    ),
  },
  {
    path: '/fiatorders',
    title: 'fiatOrders',
    group: 'groupMoney',
    reads: 'Admin/FiatOrders',
    screen: lazyScreen(() =>
      import('../deposit/fiat/fiat-orders-screen.tsx').then((m) => ({ default: m.FiatOrdersScreen })),
    ),
  },
  {
    path: '/ledger',
    title: 'ledger',
    group: 'groupMoney',
    reads: 'Admin/LedgerEntries',
    screen: lazyScreen(() =>
      import('../operator/ledger-screen.tsx').then((m) => ({ default: m.LedgerScreen })),
    ),
  },
  {
    path: '/disputes',
    title: 'disputes',
    group: 'groupMall',
    queue: 'disputes',
    reads: 'Admin/Disputes',
    screen: lazyScreen(() =>
      import('../mall/disputes-screen.tsx').then((m) => ({ default: m.DisputesScreen })),
    ),
  },
  {
    path: '/applications',
    title: 'applications',
    group: 'groupMall',
    queue: 'applications',
    reads: 'Admin/ShopApplications',
    screen: lazyScreen(() =>
      import('../mall/applications-screen.tsx').then((m) => ({ default: m.ApplicationsScreen })),
    ),
  },
  {
    path: '/shops',
    title: 'shops',
    group: 'groupMall',
    reads: 'Admin/Shops',
    screen: lazyScreen(() => import('../mall/shops-screen.tsx').then((m) => ({ default: m.ShopsScreen }))),
  },
  {
    path: '/orders',
    title: 'mallOrders',
    group: 'groupMall',
    reads: 'Admin/Orders',
    screen: lazyScreen(() => import('../mall/orders-screen.tsx').then((m) => ({ default: m.OrdersScreen }))),
  },
  {
    path: '/goods',
    title: 'mallGoods',
    group: 'groupMall',
    reads: 'Admin/Goods',
    screen: lazyScreen(() => import('../mall/goods-screen.tsx').then((m) => ({ default: m.GoodsScreen }))),
  },
  {
    path: '/comments',
    title: 'goodsComments',
    group: 'groupMall',
    reads: 'Admin/GoodsComments',
    screen: lazyScreen(() =>
      import('../mall/comments-screen.tsx').then((m) => ({ default: m.CommentsScreen })),
    ),
  },
  {
    path: '/types',
    title: 'goodsTypes',
    group: 'groupMall',
    reads: 'Admin/GoodsTypes',
    screen: lazyScreen(() => import('../mall/types-screen.tsx').then((m) => ({ default: m.TypesScreen }))),
  },
  {
    path: '/news',
    title: 'news',
    group: 'groupContent',
    reads: 'Admin/News',
    screen: lazyScreen(() => import('../news/news-screen.tsx').then((m) => ({ default: m.NewsScreen }))),
  },
  {
    path: '/agreements',
    title: 'agreements',
    group: 'groupContent',
    reads: 'Admin/Agreements',
    screen: lazyScreen(() =>
      import('../news/agreements-screen.tsx').then((m) => ({ default: m.AgreementsScreen })),
    ),
  },
  {
    path: '/settlements',
    title: 'settlements',
    group: 'groupMoney',
    reads: 'Admin/Settlements',
    screen: lazyScreen(() =>
      import('../reward/settlements-screen.tsx').then((m) => ({ default: m.SettlementsScreen })),
    ),
  },
  {
    path: '/pools',
    title: 'pools',
    group: 'groupMoney',
    reads: 'Admin/Pools',
    screen: lazyScreen(() => import('../reward/pools-screen.tsx').then((m) => ({ default: m.PoolsScreen }))),
  },
  {
    path: '/bonuses',
    title: 'bonuses',
    group: 'groupMoney',
    reads: 'Admin/Bonuses',
    screen: lazyScreen(() =>
      import('../activity/bonuses-screen.tsx').then((m) => ({ default: m.BonusesScreen })),
    ),
  },
  {
    path: '/buybacks',
    title: 'buyBacks',
    group: 'groupMoney',
    reads: 'Admin/BuyBacks',
    screen: lazyScreen(() =>
      import('../activity/buy-backs-screen.tsx').then((m) => ({ default: m.BuyBacksScreen })),
    ),
  },
  {
    path: '/fiatbanks',
    title: 'fiatBanks',
    group: 'groupHouse',
    reads: 'Admin/FiatBanks',
    screen: lazyScreen(() =>
      import('../deposit/fiat/fiat-banks-screen.tsx').then((m) => ({ default: m.FiatBanksScreen })),
    ),
  },
  {
    path: '/fiatrates',
    title: 'fiatRates',
    group: 'groupHouse',
    reads: 'Admin/FiatRates',
    screen: lazyScreen(() =>
      import('../deposit/fiat/fiat-rates-screen.tsx').then((m) => ({ default: m.FiatRatesScreen })),
    ),
  },
  {
    path: '/activity',
    title: 'activityRules',
    group: 'groupHouse',
    reads: 'Admin/Settings',
    screen: lazyScreen(() =>
      import('../operator/settings-screen.tsx').then((m) => ({ default: m.ActivityRulesScreen })),
    ),
  },
  {
    path: '/countries',
    title: 'countryRules',
    group: 'groupHouse',
    reads: 'Admin/Settings',
    screen: lazyScreen(() =>
      import('../operator/settings-screen.tsx').then((m) => ({ default: m.CountryRulesScreen })),
    ),
  },
  {
    path: '/settings',
    title: 'settings',
    group: 'groupHouse',
    reads: 'Admin/Settings',
    screen: lazyScreen(() =>
      import('../operator/settings-screen.tsx').then((m) => ({ default: m.SettingsScreen })),
    ),
  },
  {
    path: '/operators',
    title: 'operators',
    group: 'groupHouse',
    reads: 'Admin/Operators',
    screen: lazyScreen(() =>
      import('../operator/operators-screen.tsx').then((m) => ({ default: m.OperatorsScreen })),
    ),
  },
  {
    path: '/audit',
    title: 'audit',
    group: 'groupHouse',
    reads: 'Admin/Audit',
    screen: lazyScreen(() =>
      import('../operator/audit-screen.tsx').then((m) => ({ default: m.AuditScreen })),
    ),
  },
  {
    path: '/health',
    title: 'health',
    group: 'groupHouse',
    reads: 'Admin/Health',
    screen: lazyScreen(() =>
      import('../operator/health-screen.tsx').then((m) => ({ default: m.HealthScreen })),
    ),
  },
];

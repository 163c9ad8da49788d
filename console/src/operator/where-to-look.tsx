import { mayCall } from '../platform/access.ts';
import type { GuardedCall } from '../platform/access.ts';
import { addressOf } from '../platform/address.ts';
import type { Filters } from '../platform/address.ts';
import { t } from '../platform/texts.ts';
import type { TextKey } from '../platform/texts.ts';
import { useMe } from '../platform/use-me.ts';
import style from './health-screen.module.css';

/** Headings of docs/runbook.md, which is in English; where-to-look.test.tsx compares. */
export const sections = {
  loops: 'A loop has not succeeded for too long',
  processes: 'The processes',
  nodes: "The chain's nodes",
  halts: 'Payouts have halted',
  hot: 'Too much is hot, or too little',
  cold: 'Less lies at the cold address than was swept there',
  sweeps: 'Sweeps wait',
  stuck: 'A withdrawal is stuck',
  sanctions: 'Sanctions list',
  contracts: 'An alarm about the contracts',
} as const;

type Page = { title: TextKey; path: string; filters?: Filters; reads: GuardedCall };
/** Where something that fails is looked at or solved: a page of the console, and what the runbook says of it. */
export type HelpLinks = { page?: Page; section?: keyof typeof sections };

const withdrawals = (status: string): Page => ({
  title: 'withdrawals',
  path: '/withdrawals',
  filters: { status },
  reads: 'Admin/Withdrawals',
});
const page = (title: TextKey, path: string, reads: GuardedCall): Page => ({ title, path, reads });
const halts = page('halts', '/halts', 'Admin/Halts');
const ledger = page('ledger', '/ledger', 'Admin/LedgerEntries');
const settlements = page('settlements', '/settlements', 'Admin/Settlements');
const buyBacks = page('buyBacks', '/buybacks', 'Admin/BuyBacks');
const permits = page('permits', '/permits', 'Admin/GoldPermits');

/** Of a loop that is not here the runbook's section about loops is all there is. */
const ofLoops: Readonly<Record<string, HelpLinks>> = {
  'chain-poll': { page: page('reorg', '/reorg', 'Admin/Reorg'), section: 'nodes' },
  'reserve-reconcile': { page: halts, section: 'halts' },
  'ledger-verify': { page: ledger, section: 'halts' },
  'ledger-verify-whole': { page: ledger, section: 'halts' },
  'deposit-sweep': { page: page('deposits', '/deposits', 'Admin/Deposits'), section: 'sweeps' },
  'withdrawal-approve': { page: withdrawals('reviewing'), section: 'stuck' },
  'withdrawal-sanctions': { section: 'sanctions' },
  'payout-sign': { page: withdrawals('approved'), section: 'stuck' },
  'payout-broadcast': { page: withdrawals('sending'), section: 'stuck' },
  'payout-follow': { page: withdrawals('sent'), section: 'stuck' },
  'payout-resend': { page: page('reorg', '/reorg', 'Admin/Reorg'), section: 'loops' },
  'reward-settle': { page: settlements, section: 'loops' },
  'reward-flows': { page: page('pools', '/pools', 'Admin/Pools'), section: 'loops' },
  'activity-settle': { page: page('bonuses', '/bonuses', 'Admin/Bonuses'), section: 'loops' },
  'buy-back': { page: buyBacks, section: 'sweeps' },
  'buy-back-sign': { page: buyBacks, section: 'loops' },
  'oracle-keep': { section: 'sweeps' },
  'reserve-publish': { section: 'sweeps' },
  'fiat-due': { page: page('fiatOrders', '/fiatorders', 'Admin/FiatOrders'), section: 'loops' },
  'mall-due': { page: page('mallOrders', '/orders', 'Admin/Orders'), section: 'loops' },
  'news-due': { page: page('news', '/news', 'Admin/News'), section: 'loops' },
  'identity-wipe': { page: page('identities', '/identities', 'Admin/Identities'), section: 'loops' },
  'node-permits': { page: permits, section: 'loops' },
  'permit-sign': { page: permits, section: 'loops' },
};

export const placeOfLoop = (name: string): HelpLinks => ofLoops[name] ?? { section: 'loops' };

const ofQueues: Readonly<Record<string, HelpLinks>> = {
  'withdrawal reviewing': { page: withdrawals('reviewing') },
  'withdrawal approved': { page: withdrawals('approved') },
  'withdrawal sending': { page: withdrawals('sending') },
  'withdrawal sent': { page: withdrawals('sent') },
  'withdrawal failed, not released': { page: withdrawals('failed') },
  mail: { section: 'loops' },
  'mail given up': { section: 'loops' },
  'deposit seen': {
    page: { ...page('deposits', '/deposits', 'Admin/Deposits'), filters: { status: 'seen' } },
  },
};

export const placeOfQueue = (name: string): HelpLinks => ofQueues[name] ?? {};

/** What is held or booked of the reserve: the entries of its account. */
export const reservePlace: HelpLinks = {
  page: { ...ledger, filters: { search: 'treasury:bsc' } },
  section: 'halts',
};
export const haltPlace: HelpLinks = { page: halts, section: 'halts' };
export const ledgerPlace: HelpLinks = { page: ledger, section: 'halts' };

/** The page, where this operator may read it, and the section of the runbook. */
export function WhereToLook({ page, section }: HelpLinks) {
  const me = useMe();
  const isOpen = page !== undefined && me !== undefined && mayCall(me.role, page.reads);
  return (
    <span className={style.where}>
      {isOpen && <a href={`#${addressOf(page.path, page.filters ?? {})}`}>{t(page.title)}</a>}
      {section !== undefined && <span>{t('runbookSection', { section: sections[section] })}</span>}
    </span>
  );
}

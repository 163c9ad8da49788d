import type { CallPath } from '@openmere/core/calls.ts';

/**
 * Reading calls whose last answers stay on this device, so that they can be read without a network. Everything else does not:
 * nothing that acts, no address to pay to, no code, and nothing that is only right in its moment.
 */
const kept: ReadonlySet<string> = new Set<CallPath>([
  'Users/Info',
  'Users/Balance',
  'Users/TotalMy',
  'Users/mytotal',
  'Users/teamtotal',
  'Users/GetMyEnergy',
  'Users/GetMyAddress',
  'Users/CreditDetail',
  'Users/Rewards',
  'Ctrls/GetConfig',
  'Ctrls/Agreement',
  'Ctrls/News',
  'Ctrls/NewsFirst',
  'Ctrls/Notices',
  'trade/GetUserBalanceRecord',
  'trade/Trades',
  'trade/LiquidityRecords',
  'Wallet/Deposits',
  'Wallet/Withdrawals',
  'Wallet/Transfers',
  'Wallet/Locks',
  'Cast/Records',
  'Usdo/Records',
  'Chain/Activation',
  'Order/List',
  'Order/First',
]);

export type KeptAnswer = {
  /** Path and input, as the app's own copy is named; lists end with `pages`. */
  key: readonly unknown[];
  data: unknown;
  /** When the server said it, epoch milliseconds. */
  at: number;
};

const ANSWERS_MAX = 150;
/** Characters of one answer, and of all of them. */
const ANSWER_MAX = 100_000;
const ALL_MAX = 600_000;

export function isKept(key: readonly unknown[]): boolean {
  return typeof key[0] === 'string' && kept.has(key[0]);
}

type Pages = { pages: unknown[]; pageParams: unknown[] };

/** Of a list that was scrolled far down only the newest page: its cursor leads on when there is a network. */
export function firstPage(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return data;
  const { pages, pageParams } = data as Pages;
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}

const nameOf = ({ key }: KeptAnswer): string => JSON.stringify(key);

/** What was kept, with what is newer in its place; the newest answers first, as many as there is room for. */
export function mergeAnswers(before: readonly KeptAnswer[], now: readonly KeptAnswer[]): KeptAnswer[] {
  const byName = new Map(before.map((answer) => [nameOf(answer), answer]));
  for (const answer of now) byName.set(nameOf(answer), answer);
  let room = ALL_MAX;
  return [...byName.values()]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, ANSWERS_MAX)
    .filter((answer) => {
      const size = JSON.stringify(answer).length;
      if (size > ANSWER_MAX || size > room) return false;
      room -= size;
      return true;
    });
}

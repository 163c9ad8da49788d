import type { ChainFacts } from './read-chain.ts';
import type { JournalRow } from './read-journal.ts';

const DAY_MS = 86_400_000;

/** What came into a pool, of which day it is, or what the settlement of a day or week took out of it. */
export type Funding = {
  readonly pool: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly row: bigint;
  /** The day of what came in: of the trade's block, or of the settlement that brought it. Undefined: what nothing says a day of. */
  readonly day?: number | undefined;
  /** The first day of the period whose settlement took it. */
  readonly takenBy?: number | undefined;
};

const poolOf = (account: string): string | undefined => /^pool:(.+)$/.exec(account)?.[1];
const dayIn = (pattern: RegExp, reference: string): number | undefined => {
  const day = pattern.exec(reference)?.[1];
  return day === undefined ? undefined : Number(day);
};

export function listFunding(journal: readonly JournalRow[], chain: Pick<ChainFacts, 'uses'>): Funding[] {
  const blocks = new Map(chain.uses.map(({ key, at }) => [key, Math.floor(at / DAY_MS)]));
  return journal.flatMap(({ source, destination, coin, amount, kind, reference, row }): Funding[] => {
    const [from, to] = [poolOf(source), poolOf(destination)];
    const settles = kind === 'reward-settlement';
    const takenBy = settles && from ? dayIn(new RegExp(`^${from}:(\\d+)$`), reference) : undefined;
    const day = kind.endsWith('-fee-division')
      ? blocks.get(reference.slice(reference.indexOf('_') + 1))
      : dayIn(settles ? /^referral:(\d+)$/ : /^fee-division:(\d+)$/, reference);
    return [
      ...(from === undefined ? [] : [{ pool: from, coin, amount: -amount, row, takenBy }]),
      ...(to === undefined ? [] : [{ pool: to, coin, amount, row, day }]),
    ];
  });
}

/** What a settlement may divide: all that came in up to its last day, less what the settlements before it took out. */
export function fundedOf(
  funding: readonly Funding[],
  { pool, coin, day, days, row }: { pool: string; coin: string; day: number; days: number; row: bigint },
): bigint {
  const counts = (one: Funding): boolean => {
    if (one.takenBy !== undefined) return one.takenBy < day;
    return one.day === undefined ? one.row < row : one.day < day + days;
  };
  return funding.reduce(
    (sum, one) => (one.pool === pool && one.coin === coin && counts(one) ? sum + one.amount : sum),
    0n,
  );
}

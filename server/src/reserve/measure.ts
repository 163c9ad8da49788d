import type { ReserveToken } from '@openmere/core/chain/reserve-account.ts';
import {
  findHoldings,
  listAddressesAfter,
  listHeldAfter,
  listTouched,
  settleTouched,
  sumHoldings,
} from '../deposit/holding-store.ts';
import type { Holding } from '../deposit/holding-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import type { ReadBalances } from './chain-balances.ts';
import { readRounds, writeRound } from './store.ts';
import type { RoundList } from './store.ts';

/**
 * Most addresses that one comparison asks for, of each coin: those that changed, the next of those that hold something, and
 * the next of all. A million addresses are gone round in 8.4 hours, a few hundred in every comparison.
 */
export type Shares = { touched: number; held: number; all: number };
export const shares: Shares = { touched: 5_000, held: 5_000, all: 2_000 };

/** Addresses that are asked for at one comparison, with what must lie there, and what must lie at all others together. */
export type Selection = {
  coin: ReserveToken['coin'];
  token: Hex;
  holdings: Holding[];
  elsewhere: bigint;
};
export type Round = { list: RoundList; after: string };
export type Selected = { selections: Selection[]; rounds: Round[] };

/**
 * Which deposit addresses to ask for. Nothing leaves an address but by a sweep, and both ways are final events that touch it:
 * what has not changed since it was last found right is taken as it was, and looked at again when its round comes.
 */
export async function selectAddresses(
  ctx: Pick<Ctx, 'tx'>,
  { chainId, tokens, limits }: { chainId: number; tokens: readonly ReserveToken[]; limits: Shares },
): Promise<Selected> {
  const { tx } = ctx;
  const after = await readRounds(tx, chainId);
  const sums = await sumHoldings(tx, chainId);
  const all = await listAddressesAfter(tx, chainId, after.get('all') ?? '', limits.all);
  const rounds: Round[] = [roundOf('all', all, limits.all)];
  const selections: Selection[] = [];
  for (const { coin, token } of tokens) {
    const touched = await listTouched(tx, chainId, token, limits.touched);
    const held = await listHeldAfter(tx, chainId, token, after.get(coin) ?? '', limits.held);
    rounds.push(
      roundOf(
        coin,
        held.map(({ address }) => address),
        limits.held,
      ),
    );
    const known = await findHoldings(tx, chainId, token, all);
    const expected = new Map(all.map((address) => [address, known.get(address) ?? 0n]));
    for (const holding of [...touched, ...held]) expected.set(holding.address, holding.expected);
    const asked = [...expected.values()].reduce((sum, one) => sum + one, 0n);
    const holdings = [...expected].map(([address, one]) => ({ address, expected: one }));
    selections.push({ coin, token, holdings, elsewhere: (sums.get(token) ?? 0n) - asked });
  }
  return { selections, rounds };
}

/** A page that is not full was the last one: the round begins anew. */
function roundOf(list: RoundList, page: readonly Hex[], limit: number): Round {
  return { list, after: page.length < limit ? '' : (page.at(-1) ?? '') };
}

/** What the chain says of a selection. `total` counts the treasury, what was asked for, and what must lie elsewhere. */
export type Measured = { total: bigint; asked: number; misplaced: Holding[]; right: Hex[] };

export async function measure(read: ReadBalances, treasury: Hex, selection: Selection): Promise<Measured> {
  const { token, holdings, elsewhere } = selection;
  const [ours = 0n, ...balances] = await read(token, [treasury, ...holdings.map(({ address }) => address)]);
  const held = balances.reduce((sum, balance) => sum + balance, 0n);
  const misplaced = holdings.filter(({ expected }, index) => balances[index] !== expected);
  const wrong = new Set(misplaced.map(({ address }) => address));
  const right = holdings.flatMap(({ address }) => (wrong.has(address) ? [] : [address]));
  return { total: ours + held + elsewhere, asked: holdings.length + 1, misplaced, right };
}

/** Notes what was found right, and how far the rounds came. */
export async function settle(
  ctx: Pick<Ctx, 'tx'>,
  {
    chainId,
    at,
    found,
    rounds,
  }: {
    chainId: number;
    at: { block: bigint; now: Date };
    found: readonly { token: Hex; right: readonly Hex[] }[];
    rounds: readonly Round[];
  },
): Promise<void> {
  const { tx } = ctx;
  for (const { token, right } of found) await settleTouched(tx, chainId, token, right, at.block);
  for (const round of rounds) await writeRound(tx, chainId, { ...round, at: at.now });
}

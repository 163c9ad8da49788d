import type { FeeFact, Facts, Held, LotFact, MemberFact, UseFact } from './facts.ts';
import { listFunding } from './funding.ts';
import type { ChainFacts } from './read-chain.ts';
import { listLedgerFees, listPurchases, referralPart } from './read-journal.ts';
import type { JournalRow } from './read-journal.ts';

const DAY_MS = 86_400_000;
const MILLIONTH = 10n ** 12n;
const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Who is who, as the database has it: what neither the chain nor the journal can tell. */
export type MemberRow = {
  readonly id: string;
  readonly inviter: string | undefined;
  readonly person: string;
  readonly wallet: string | undefined;
  readonly exitOnly: boolean;
  readonly countryOff: boolean;
};

export type Settings = Facts['rules'] & {
  readonly feeShares: readonly { of: string; percent: number }[];
  /** In basis points. */
  readonly weights: {
    readonly swap: number;
    readonly usdo: number;
    readonly liquidity: number;
    readonly node: number;
    readonly mall: number;
  };
};

type Given = {
  readonly members: readonly MemberRow[];
  readonly chain: ChainFacts;
  readonly journal: readonly JournalRow[];
  readonly settings: Settings;
  /** Bonus power: the activity grants it, no log does. */
  readonly bonus: readonly LotFact[];
  readonly countedBefore: Facts['countedBefore'];
  /** The first day that was ever settled: what was paid before belongs to it. */
  readonly firstDay: number;
};

/** Puts the facts together. Throws where chain and database contradict each other. */
export function gatherFacts(given: Given): Facts {
  const { members, chain, journal, settings } = given;
  const byWallet = new Map(members.flatMap((one) => (one.wallet === undefined ? [] : [[one.wallet, one]])));
  const activated = new Map(chain.activated.map((one) => [one.wallet, one]));
  const known = members.map((member): MemberFact => {
    const log = member.wallet === undefined ? undefined : activated.get(member.wallet);
    const inviter = log && byWallet.get(log.inviter)?.id;
    if (inviter !== undefined && inviter !== member.inviter)
      throw new Error(`${member.id}: on the chain their inviter is ${inviter}, here ${member.inviter}`);
    // The first member is active from the installation on, without a log of ours.
    return { ...member, activatedAt: member.inviter === undefined ? 0 : log?.at };
  });
  const owner = (wallet: string): string | undefined => byWallet.get(wallet)?.id;
  const lots = chain.minted.flatMap(({ wallet, at, power }): LotFact[] => {
    const member = owner(wallet);
    return member === undefined ? [] : [{ member, at, power }];
  });
  const used = journal.flatMap(({ kind, source, destination, coin, amount, reference }) => {
    const day = /^yield:(\d+):/.exec(reference)?.[1];
    const member = /^member:([^:]+):available$/.exec(destination)?.[1];
    if (kind !== 'reward-credit' || source !== 'world' || coin !== 'POY' || !day || !member) return [];
    return [{ day: Number(day), member, power: amount }];
  });
  return {
    members: known,
    fees: listFees(given, owner),
    uses: [
      ...listUses(chain, settings, owner),
      ...listPurchases(journal).map(({ member, at, value }): UseFact => {
        return { day: dayOf(at), member, amount: counted(value, settings.weights.mall) };
      }),
    ],
    countedBefore: given.countedBefore,
    lots,
    bonus: given.bonus,
    liquidity: listLiquidity(chain, owner),
    medals: chain.medals.map(({ wallet, token, at, amount }): Held => {
      return { holder: `${token} ${wallet}`, member: owner(wallet), at, amount };
    }),
    equity: listEquity(journal, new Map(members.map(({ id, person }) => [id, person]))),
    used,
    funding: listFunding(journal, chain),
    rules: settings,
  };
}

/** LP of each wallet after each change. */
function listLiquidity(chain: ChainFacts, owner: (wallet: string) => string | undefined): Held[] {
  const sums = new Map<string, bigint>();
  return inOrder(chain.liquidity).map(({ wallet, at, added, lp }) => {
    const sum = (sums.get(wallet) ?? 0n) + (added ? lp : -lp);
    sums.set(wallet, sum);
    return { holder: wallet, member: owner(wallet), at, amount: sum < 0n ? 0n : sum };
  });
}

function inOrder<P extends { readonly block: bigint; readonly index: number }>(logs: readonly P[]): P[] {
  return [...logs].sort((a, b) => Number(a.block - b.block) || a.index - b.index);
}

/** What came to members' accounts and went from them, by person. */
function listEquity(journal: readonly JournalRow[], persons: ReadonlyMap<string, string>): Facts['equity'] {
  const personOf = (account: string): string | undefined =>
    persons.get(/^member:([^:]+):/.exec(account)?.[1] ?? '');
  return journal.flatMap(({ row, coin, source, destination, amount }) => {
    if (coin !== 'EQUITY') return [];
    const [from, to] = [personOf(source), personOf(destination)];
    return [
      ...(from === undefined ? [] : [{ row, person: from, change: -amount }]),
      ...(to === undefined ? [] : [{ row, person: to, change: amount }]),
    ];
  });
}

function listFees(
  { chain, journal, settings, firstDay }: Pick<Given, 'chain' | 'journal' | 'settings' | 'firstDay'>,
  owner: (wallet: string) => string | undefined,
): FeeFact[] {
  const onChain = chain.uses.flatMap(({ wallet, at, fee, key }): FeeFact[] => {
    if (fee === 0n) return [];
    const part = referralPart(fee, settings.feeShares);
    const booked = journal.filter(
      ({ destination, kind, reference }) =>
        destination === 'pool:referral' && kind.endsWith('-fee-division') && reference.endsWith(`_${key}`),
    );
    const sum = booked.reduce((total, { amount }) => total + amount, 0n);
    if (sum !== part)
      throw new Error(`fee ${key}: ${part} on the chain is for referral, ${sum} in the journal`);
    const day = Math.max(dayOf(at), firstDay);
    return [{ day, payer: owner(wallet) ?? '', coin: 'USDT', part, community: fee }];
  });
  const inLedger = ['fee:transfer', 'fee:withdrawal', 'fee:mall'].flatMap((account) =>
    listLedgerFees(journal, account).map(({ day, payer, coin, fee }): FeeFact => {
      return { day, payer, coin, part: referralPart(fee, settings.feeShares), community: 0n };
    }),
  );
  return [...onChain, ...inLedger].filter(({ part }) => part > 0n);
}

/** Whole millionths, rounded down, of a value by its weight. */
function counted(value: bigint, weightBps: number): bigint {
  const weighted = (value * BigInt(weightBps)) / 10_000n;
  return weighted - (weighted % MILLIONTH);
}

function* listUses(
  chain: ChainFacts,
  { weights }: Settings,
  owner: (wallet: string) => string | undefined,
): Generator<UseFact> {
  for (const { wallet, at, kind, value } of chain.uses) {
    const member = owner(wallet);
    if (member !== undefined) yield { day: dayOf(at), member, amount: counted(value, weights[kind]) };
  }
  const stakes = new Map<string, { lp: bigint; paid: bigint; sum: bigint }>();
  for (const { wallet, at, added, value, lp } of inOrder(chain.liquidity)) {
    const before = stakes.get(wallet) ?? { lp: 0n, paid: 0n, sum: 0n };
    const member = owner(wallet);
    const after = added
      ? { lp: before.lp + lp, paid: before.paid + value }
      : { lp: before.lp - lp, paid: paidAfterRemoval(before, lp) };
    // A removal takes the same share of what was counted away.
    const amount = added
      ? counted(after.paid, weights.liquidity) - counted(before.paid, weights.liquidity)
      : (before.paid === 0n ? 0n : counted((before.sum * after.paid) / before.paid, 10_000)) - before.sum;
    stakes.set(wallet, { ...after, sum: before.sum + amount });
    if (member === undefined) continue;
    yield { day: dayOf(at), member, amount, liquidityAt: at };
  }
}

/** What is left of what was paid in: what goes is rounded up. */
function paidAfterRemoval({ lp: own, paid }: { lp: bigint; paid: bigint }, lp: bigint): bigint {
  if (lp >= own) return 0n;
  return paid - (paid * lp + own - 1n) / own;
}

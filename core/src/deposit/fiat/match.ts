import { findReferences, holdsNearly, squeeze } from './reference.ts';
import type { FiatLineState } from './state.ts';
import { isOwnReference } from './statement.ts';

export type LineFacts = { currency: string; amount: bigint; text: string; name: string };
export type OrderFacts = {
  id: string;
  currency: string;
  amount: bigint;
  reference: string;
  /** Who said that they pay. */
  payer: string;
};

/** How an order was found for a line, surest first. */
export const fiatMatches = ['reference', 'nearreference', 'amountname', 'amount', 'name'] as const;
export type FiatMatch = (typeof fiatMatches)[number];

const titles = new Set(['MR', 'MRS', 'MS', 'DR', 'HERR', 'FRAU', 'MX']);

/** Words of a name without accents, titles and order; writing without letters of ours stays as it is. */
function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !titles.has(word))
    .toSorted()
    .join(' ');
}

export function isSameName(one: string, other: string): boolean {
  const key = nameKey(one);
  return key !== '' && key === nameKey(other);
}

function matchOf(line: LineFacts, order: OrderFacts, exact: ReadonlySet<string>): FiatMatch | undefined {
  if (line.currency !== order.currency) return undefined;
  if (exact.has(order.reference)) return 'reference';
  if (holdsNearly(line.text, order.reference)) return 'nearreference';
  const sameName = isSameName(line.name, order.payer);
  if (line.amount === order.amount) return sameName ? 'amountname' : 'amount';
  return sameName ? 'name' : undefined;
}

/** The orders that a line may be for, surest first. */
export function proposeMatches(
  line: LineFacts,
  orders: readonly OrderFacts[],
): { id: string; by: FiatMatch }[] {
  const exact = new Set(findReferences(line.text));
  return orders
    .flatMap((order) => {
      const by = matchOf(line, order, exact);
      return by === undefined ? [] : [{ id: order.id, by }];
    })
    .toSorted((one, other) => fiatMatches.indexOf(one.by) - fiatMatches.indexOf(other.by));
}

export type Booking = LineFacts & { day: string; account: string; bankRef: string };
export type CameLine = Booking & { status: FiatLineState; isBound: boolean };

/** `isMaybe`: the same sum to the same account, and nobody says why: the bank may have taken it back, or we paid somebody. */
export type TakenBack<T> = { line: T; isMaybe?: never } | { line?: never; isMaybe: true };

/**
 * Finds for lines that left an account, one by one, the line of money that came which each takes back, the whole of it: surest first by
 * the reference in its text, the bank's own, or, where the bank calls it a reversal, the account or the name. No line is found twice.
 */
export function takenBackFinder<T extends CameLine>(
  came: readonly T[],
): (left: Booking & { reversal: boolean }) => TakenBack<T> | undefined {
  const bySign = new Map<string, T[]>();
  for (const line of came)
    for (const sign of signsOf(line)) {
      const same = bySign.get(sign.key);
      if (same) same.push(line);
      else bySign.set(sign.key, [line]);
    }
  const taken = new Set<T>();
  /** The likeliest last, sorted once; those that are taken go from the end. */
  const sorted = new Map<string, T[]>();
  const listFor = (key: string, reversal: boolean): readonly T[] => {
    const known = sorted.get(`${reversal} ${key}`);
    const list = known ?? (bySign.get(key) ?? []).toSorted(likelier(reversal));
    if (!known) sorted.set(`${reversal} ${key}`, list);
    for (let last = list.at(-1); last && taken.has(last); last = list.at(-1)) list.pop();
    return list;
  };
  return (left) => {
    for (const { key, by } of signsOf(left)) {
      if (by === 'name' && !left.reversal) continue;
      const line = listFor(key, left.reversal).findLast((one) => one.day <= left.day && !taken.has(one));
      if (!line) continue;
      const isOurs = !left.reversal && (line.status === 'returned' || line.status === 'suspense');
      if (by === 'account' && !left.reversal && !isOurs) return { isMaybe: true };
      taken.add(line);
      // What operators sent back themselves nobody took.
      if (isOurs && (by === 'account' || line.status === 'returned')) return undefined;
      return { line };
    }
    return undefined;
  };
}

type Sign = { key: string; by: 'reference' | 'bankref' | 'account' | 'name' };

/** By what a line that left is known to take another one back, surest first; each with its whole sum. */
function signsOf({ currency, amount, text, bankRef, account, name }: Booking): Sign[] {
  const sign = (by: Sign['by'], what: string): Sign[] =>
    what === '' ? [] : [{ by, key: JSON.stringify([currency, amount.toString(), by, what]) }];
  return [
    ...findReferences(text).flatMap((reference) => sign('reference', reference)),
    ...sign('bankref', isOwnReference(bankRef) ? squeeze(bankRef) : ''),
    ...sign('account', squeeze(account)),
    ...sign('name', nameKey(name)),
  ];
}

/** What is nobody's yet goes before what an order waits for or was credited with: of two payments for one order the other one stays. */
const TAKEN_FIRST: readonly FiatLineState[] = ['suspense', 'open', 'credited'];

/** Puts last what was rather taken back; of equal ones the last that came. */
function likelier(reversal: boolean): (one: CameLine, other: CameLine) => number {
  const rank = ({ status, isBound }: CameLine): number => {
    // Money that went back already: our own payment if any, and hardly what the bank takes.
    if (status === 'returned') return reversal ? 9 : -1;
    return TAKEN_FIRST.indexOf(status) * 2 + (isBound ? 1 : 0);
  };
  return (one, other) =>
    rank(other) - rank(one) || (one.day === other.day ? 0 : one.day < other.day ? -1 : 1);
}

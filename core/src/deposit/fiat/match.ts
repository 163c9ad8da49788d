import { findReferences, holdsNearly } from './reference.ts';

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

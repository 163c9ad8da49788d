/** Where a request after the sale stands. The last three are its end. */
export const afterSaleStatuses = [
  'requested',
  'refused',
  'disputed',
  'agreed',
  'decided',
  'withdrawn',
] as const;
export type AfterSaleStatus = (typeof afterSaleStatuses)[number];

export const afterSaleActs = ['agree', 'refuse', 'escalate', 'withdraw', 'silence', 'decide'] as const;
/** `silence`: whose turn it was did not answer in time. */
export type AfterSaleAct = (typeof afterSaleActs)[number];
export type AfterSaleParty = 'buyer' | 'shop' | 'operator' | 'system';

/** How often a buyer may ask for money back within one order: each time freezes its completion. */
export const AFTER_SALES_MAX = 3;

/**
 * The allowed graph: who may do what where. The shop has its hours to answer, then an operator decides; after a refusal the buyer
 * has theirs to call the operator, else the request is over. A shop may agree to what is disputed, a buyer may always let go.
 */
const graph: Readonly<
  Record<AfterSaleAct, { by: AfterSaleParty; from: Partial<Record<AfterSaleStatus, AfterSaleStatus>> }>
> = {
  agree: { by: 'shop', from: { requested: 'agreed', refused: 'agreed', disputed: 'agreed' } },
  refuse: { by: 'shop', from: { requested: 'refused' } },
  escalate: { by: 'buyer', from: { refused: 'disputed' } },
  withdraw: { by: 'buyer', from: { requested: 'withdrawn', refused: 'withdrawn', disputed: 'withdrawn' } },
  silence: { by: 'system', from: { requested: 'disputed', refused: 'withdrawn' } },
  decide: { by: 'operator', from: { disputed: 'decided' } },
};

/** The status after the act of this party; undefined where it is not allowed. */
export function nextAfterSale(
  from: AfterSaleStatus,
  act: AfterSaleAct,
  by: AfterSaleParty,
): AfterSaleStatus | undefined {
  return graph[act].by === by ? graph[act].from[from] : undefined;
}

export function isAfterSaleOver(status: AfterSaleStatus): boolean {
  return status === 'agreed' || status === 'decided' || status === 'withdrawn';
}

/** Whether somebody has to answer before a time, after which `silence` moves it on. */
export function awaitsAnswer(status: AfterSaleStatus): boolean {
  return status === 'requested' || status === 'refused';
}

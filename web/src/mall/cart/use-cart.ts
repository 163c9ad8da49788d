import type { Calls, OutputOf } from '@openmere/core/calls.ts';
import type { CallResult } from '@openmere/core/kit/call.ts';
import { call, Unreachable } from '../../platform/api-client.ts';
import { queryClient, refresh, useCall } from '../../platform/query.ts';
import { useSessionStore } from '../../platform/session.ts';

const PATH = 'Goods/GetShopCar';
export type CartLine = OutputOf<typeof PATH>;

/** Somebody else may buy the last one meanwhile: what is looked at is asked for again. */
export const FRESH_MS = 30_000;

/** The cart of the member, or of this browser where nobody is logged in. */
export function useCart(isWatched = false) {
  return useCall(PATH, {}, isWatched ? { staleTime: 0, refetchInterval: FRESH_MS } : {});
}

/** Shows a change at once; the server's word comes after it. */
function change(next: (lines: readonly CartLine[]) => CartLine[]): void {
  queryClient.setQueryData<CallResult<Calls[typeof PATH]>>([PATH, {}], (before) =>
    before === undefined ? before : { ...before, list: next(before.list) },
  );
}

async function changed(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } finally {
    await refresh(PATH);
  }
}

/** How many of a variant the cart has as it is known here; undefined where it is not known. */
function countOf(skuid: string): number | undefined {
  const cart = queryClient.getQueryData<CallResult<Calls[typeof PATH]>>([PATH, {}]);
  return cart && (cart.list.find((line) => line.skuid === skuid)?.quantity ?? 0);
}

/**
 * Where the answer was lost the cart says what came of it: sent again it would be in twice.
 * @returns false where it is in no cart: that of a visitor goes by a cookie, and a browser that keeps none gets another cart each
 * time. A member's goes by the login.
 */
export async function addToCart(item: {
  goodsid: string;
  skuid: string;
  quantity: number;
}): Promise<boolean> {
  const before = countOf(item.skuid);
  try {
    await changed(call('Goods/ShopCar_Add', item));
  } catch (failure) {
    const isIn = before !== undefined && countOf(item.skuid) === before + item.quantity;
    if (!(failure instanceof Unreachable && isIn)) throw failure;
  }
  if (useSessionStore.getState().token !== undefined) return true;
  const cart = await call(PATH, {}).catch(() => undefined);
  return cart?.list.some(({ skuid }) => skuid === item.skuid) ?? true;
}

/** Asked for one after the other: two changes of one line on their way could arrive in any order. */
let last: Promise<unknown> = Promise.resolve();

export async function setQuantity(id: string, quantity: number): Promise<void> {
  await queryClient.cancelQueries({ queryKey: [PATH] });
  change((lines) => lines.map((line) => (line.id === id ? { ...line, quantity } : line)));
  const work = last.then(() => call('Goods/ShopCar_Edit', { id, quantity }));
  last = work.catch(() => undefined);
  await changed(work);
}

export async function removeLines(ids: readonly string[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey: [PATH] });
  change((lines) => lines.filter((line) => !ids.includes(line.id)));
  await changed(call('Goods/ShopCar_Del', { ids: [...ids] }));
}

/** Puts lines back that have just been taken out, as many of each as there are. */
export function putBack(lines: readonly CartLine[]): Promise<void> {
  const each = async () => {
    for (const { goodsid, skuid, quantity, stock } of lines)
      await call('Goods/ShopCar_Add', { goodsid, skuid, quantity: Math.min(quantity, stock) });
  };
  return changed(each());
}

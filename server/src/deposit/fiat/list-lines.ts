import type { adminFiatLines, adminFiatOrders } from '@openmere/core/deposit/fiat/console-contract.ts';
import { proposeMatches } from '@openmere/core/deposit/fiat/match.ts';
import type { FiatMatch } from '@openmere/core/deposit/fiat/match.ts';
import { formatFiat } from '@openmere/core/deposit/fiat/quote.ts';
import { isReference, squeeze } from '@openmere/core/deposit/fiat/reference.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { findMemberBySearch, listNicknames } from '../../member/store.ts';
import type { OperatorActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { readPage } from '../../platform/cursor.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { listLines } from './line-store.ts';
import type { ListedLine } from './line-store.ts';
import { findOrder, listCandidates, listOrders } from './order-store.ts';
import { showOrders } from './show-order.ts';
import type { FiatOrderRow } from './tables.ts';

const CANDIDATES_SHOWN = 5;

type LineOut = CallResult<typeof adminFiatLines>['list'][number];

/** Admin/FiatLines, newest first, each with the orders that it may be for. */
export async function listFiatLines(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminFiatLines>,
): Promise<CallResult<typeof adminFiatLines>> {
  const { tx } = ctx;
  const page = await readPage(
    { ...input, list: `fiat lines ${input.status ?? ''}` },
    (before, limit) => listLines(tx, { status: input.status, before, limit }),
    ({ id }) => id,
  );
  const isAsked = page.list.some(({ status }) => status === 'open' || status === 'suspense');
  const candidates = isAsked ? await listCandidates(tx) : [];
  const nicknames = await listNicknames(
    tx,
    candidates.map(({ member_id }) => member_id),
  );
  const list: LineOut[] = [];
  for (const line of page.list) {
    const orders = await ordersOf(tx, line, candidates);
    list.push({
      id: line.id,
      day: line.day,
      imported: line.imported_at.toISOString(),
      bank: line.bank,
      currency: line.currency,
      amount: formatFiat(line.amount, line.decimals),
      bankref: line.bank_ref,
      name: line.name,
      account: line.account,
      text: line.text,
      userid: line.member_id,
      status: line.status,
      suspended: line.suspended === null ? null : formatAmount(line.suspended),
      credited: line.credited === null ? null : formatAmount(line.credited),
      note: line.note,
      takenback:
        line.left_day === null
          ? null
          : { day: line.left_day, bankref: line.left_ref ?? '', text: line.left_text ?? '' },
      lost: line.lost === null ? null : { amount: formatAmount(line.lost), how: line.lost_how ?? '' },
      orders: orders.map(({ order, by }) => ({
        id: order.id,
        by,
        fixed: line.order_id === order.id,
        reference: order.reference,
        amount: formatFiat(order.amount, order.decimals),
        payer: order.payer,
        status: order.status,
        userid: order.member_id,
        nickname: nicknames.get(order.member_id) ?? '',
      })),
    });
  }
  return { ...page, list };
}

/** The order that a line is bound to, or those that it may be for. */
async function ordersOf(
  tx: Tx,
  line: ListedLine,
  candidates: readonly FiatOrderRow[],
): Promise<{ order: FiatOrderRow; by: FiatMatch }[]> {
  if (line.order_id !== null) {
    const order = candidates.find(({ id }) => id === line.order_id) ?? (await findOrder(tx, line.order_id));
    const [match] = order ? proposeMatches(line, [order]) : [];
    return order ? [{ order, by: match?.by ?? 'name' }] : [];
  }
  if (line.status !== 'open' && line.status !== 'suspense') return [];
  // An order with money of its own is not for another line.
  const free = candidates.filter(({ status }) => status !== 'matched');
  return proposeMatches(line, free)
    .slice(0, CANDIDATES_SHOWN)
    .flatMap(({ id, by }) => {
      const order = free.find((one) => one.id === id);
      return order ? [{ order, by }] : [];
    });
}

/** Admin/FiatOrders, newest first; by state, and by id, reference or member. */
export async function listFiatOrders(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof adminFiatOrders>,
): Promise<CallResult<typeof adminFiatOrders>> {
  const { tx } = ctx;
  const { status, search } = input;
  const squeezed = search === undefined ? '' : squeeze(search);
  const reference = isReference(squeezed) ? squeezed : undefined;
  const id = search !== undefined && /^fio_[0-9a-z]{26}$/.test(search) ? search : undefined;
  const memberId =
    search === undefined || reference !== undefined || id !== undefined
      ? undefined
      : ((await findMemberBySearch(tx, search)) ?? '');
  const page = await readPage(
    { ...input, list: `fiat orders ${status ?? ''}` },
    (before, limit) => listOrders(tx, { status, id, reference, memberId, before, limit }),
    ({ id }) => id,
  );
  const nicknames = await listNicknames(
    tx,
    page.list.map(({ member_id }) => member_id),
  );
  const shown = await showOrders(ctx, page.list);
  return {
    ...page,
    list: page.list.flatMap((order, index) => {
      const record = shown[index];
      if (!record) return [];
      const { member_id: userid, late, line_id: lineid, left_day: takenback } = order;
      return [{ ...record, userid, nickname: nicknames.get(userid) ?? '', late, lineid, takenback }];
    }),
  };
}

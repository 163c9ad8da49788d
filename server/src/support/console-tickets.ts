import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { adminTicket, adminTickets } from '@openmere/core/support/console-contract.ts';
import { findMemberBySearch, listNicknames } from '../member/store.ts';
import { findAccounts } from '../operator/operator-store.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { positionOf } from './list-tickets.ts';
import type { TicketKey } from './list-tickets.ts';
import type { MessageRow, TicketRow } from './tables.ts';
import { findTicket, listConversation, listTicketsForConsole } from './ticket-store.ts';

type Shown = CallResult<typeof adminTickets>['list'][number];
const PAGE_SIZE = 50;
/** Of one ticket, the newest: more than a member can write in a day. */
const CONVERSATION_MAX = 500;

/** Admin/Tickets: those that wait by how long they do; others, the last written in first. One that is named by its id stands alone. */
export async function listTicketQueue(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof adminTickets>,
): Promise<CallResult<typeof adminTickets>> {
  const { tx, actor } = ctx;
  const { status = 'open', kind, whose, search } = input;
  if (search !== undefined && /^tkt_[0-9a-z]{26}$/.test(search)) {
    const found = await findTicket(tx, search);
    return { list: await showForConsole(ctx, found ? [found] : []) };
  }
  const memberId = search === undefined ? undefined : ((await findMemberBySearch(tx, search)) ?? '');
  const assigned = whose === undefined ? undefined : whose === 'mine' ? actor.id : null;
  const filter = { status, kind, assigned, memberId };
  const list = `tickets ${status} ${kind ?? ''} ${whose ?? ''} ${memberId ?? ''}`;
  return readPage(
    { ...input, list, size: PAGE_SIZE },
    (after: TicketKey | undefined, limit) =>
      listTicketsForConsole(tx, { ...filter, after: positionOf(after), limit }),
    (last) => ({ at: (last.waiting_since ?? last.updated_at).getTime(), id: last.id }),
    (rows) => showForConsole(ctx, rows),
  );
}

export async function showForConsole(ctx: Pick<Ctx, 'tx'>, rows: readonly TicketRow[]): Promise<Shown[]> {
  const { tx } = ctx;
  const nicknames = await listNicknames(
    tx,
    rows.map(({ member_id }) => member_id),
  );
  const accounts = await findAccounts(
    tx,
    rows.flatMap(({ assigned_to }) => assigned_to ?? []),
  );
  return rows.map((row) => ({
    id: row.id,
    time: row.opened_at.toISOString(),
    updated: row.updated_at.toISOString(),
    waiting: row.waiting_since?.toISOString() ?? null,
    userid: row.member_id,
    nickname: nicknames.get(row.member_id) ?? '',
    kind: row.kind,
    status: row.status,
    facts: row.facts,
    preview: row.preview,
    assigned: row.assigned_to === null ? null : (accounts.get(row.assigned_to) ?? null),
    lang: row.lang,
  }));
}

/** Admin/Ticket: with its notes. Refuses noticket. */
export async function getTicketForConsole(
  { tx }: Pick<Ctx, 'tx'>,
  { id }: CallParsed<typeof adminTicket>,
): Promise<CallResult<typeof adminTicket>> {
  const ticket = await findTicket(tx, id);
  const [shown] = ticket ? await showForConsole({ tx }, [ticket]) : [];
  if (!ticket || !shown) throw new Refusal('support.noticket');
  const messages = await listConversation(tx, id, CONVERSATION_MAX);
  const accounts = await findAccounts(
    tx,
    messages.flatMap(({ operator_id }) => operator_id ?? []),
  );
  return {
    ...shown,
    device: ticket.device,
    messages: messages.map((message) => showWithAccount(message, accounts)),
  };
}

function showWithAccount(message: MessageRow, accounts: ReadonlyMap<string, string>) {
  const { id, at, by, operator_id, text, pictures } = message;
  const account = operator_id === null ? null : (accounts.get(operator_id) ?? null);
  return { id, time: at.toISOString(), by, account, text, pictures };
}

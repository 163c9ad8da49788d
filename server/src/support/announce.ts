import { ticketMoved } from '@openmere/core/support/contract.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toMember } from '../platform/outbox.ts';
import type { TicketRow } from './tables.ts';

/** Tells the member's open screens how a ticket stands now. */
export async function announceTicket(
  tx: Tx,
  ticket: Pick<TicketRow, 'id' | 'member_id' | 'status'>,
  answered = false,
): Promise<void> {
  const { id, member_id, status } = ticket;
  await toMember(tx, ticketMoved, member_id, { id, status, answered });
}

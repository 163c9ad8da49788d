import type { TicketShown } from '@openmere/core/support/contract.ts';
import type { ticketMessage } from '@openmere/core/support/contract.ts';
import type { z } from 'zod';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import type { MessageRow, TicketRow } from './tables.ts';
import { findUsualMinutes } from './ticket-store.ts';

const DAY_MS = 86_400_000;
const PREVIEW_MAX = 120;

/** The beginning of a message in one line, for lists. */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const letters = Array.from(line);
  return letters.length <= PREVIEW_MAX ? line : `${letters.slice(0, PREVIEW_MAX - 1).join('')}…`;
}

export function reopenBy(ticket: Pick<TicketRow, 'closed_at'>, days: number): Date | null {
  return ticket.closed_at && new Date(ticket.closed_at.getTime() + days * DAY_MS);
}

export type TicketView = { now: Date; reopenDays: number; usualMinutes: number | null };

/** What is shown with every ticket: until when one opens again, and how long answers took lately. */
export async function readView({ tx }: Pick<Ctx, 'tx'>): Promise<TicketView> {
  const { supportReopenDays: reopenDays } = await readSettings(tx);
  const now = await businessNow(tx);
  return { now, reopenDays, usualMinutes: await findUsualMinutes(tx, now) };
}

/** A ticket as its member sees it. */
export function showTicket(ticket: TicketRow, { now, reopenDays, usualMinutes }: TicketView): TicketShown {
  return {
    id: ticket.id,
    time: ticket.opened_at.toISOString(),
    updated: ticket.updated_at.toISOString(),
    kind: ticket.kind,
    status: ticket.status,
    facts: ticket.facts,
    preview: ticket.preview,
    by: ticket.preview_by,
    unread: ticket.unread,
    reopenby: reopenBy(ticket, reopenDays)?.toISOString() ?? null,
    now: now.toISOString(),
    usualminutes: ticket.status === 'open' ? usualMinutes : null,
    device: ticket.device,
  };
}

export function showMessage(message: MessageRow): z.output<typeof ticketMessage> {
  return {
    id: message.id,
    time: message.at.toISOString(),
    by: message.by === 'member' ? 'member' : 'staff',
    text: message.text,
    pictures: message.pictures,
  };
}

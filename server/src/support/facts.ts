import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { TicketFacts } from '@openmere/core/support/contract.ts';
import type { ticketAbout } from '@openmere/core/support/contract.ts';
import { parseAbout } from '@openmere/core/support/ticket.ts';
import type { AboutKind } from '@openmere/core/support/ticket.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';

type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;

/** What each kind of record says of itself, to its own member only; undefined for unknown ones and those of others alike. */
export type FactReaders = Readonly<
  Record<AboutKind, (ctx: MemberCtx, id: string) => Promise<Omit<TicketFacts, 'kind' | 'id'> | undefined>>
>;
export type FactDeps = { readFacts: FactReaders };

/** Refuses `support.norecord`. */
export async function getFacts(ctx: MemberCtx & FactDeps, about: string): Promise<TicketFacts> {
  const { tx, actor, readFacts } = ctx;
  const record = parseAbout(about);
  const facts = record && (await readFacts[record.kind]({ tx, actor }, record.id));
  if (!facts) throw new Refusal('support.norecord');
  return { ...record, ...facts };
}

/** Ticket/About. */
export function showFacts(
  ctx: MemberCtx & FactDeps,
  { about }: CallParsed<typeof ticketAbout>,
): Promise<CallResult<typeof ticketAbout>> {
  return getFacts(ctx, about);
}

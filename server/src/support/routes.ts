import * as consoleCalls from '@openmere/core/support/console-contract.ts';
import * as calls from '@openmere/core/support/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { answerTicket, moveTicket } from './answer.ts';
import { listFeedbackForConsole, readFeedback } from './console-feedback.ts';
import { getTicketForConsole, listTicketQueue } from './console-tickets.ts';
import { showFacts } from './facts.ts';
import type { FactDeps } from './facts.ts';
import { giveFeedback } from './give-feedback.ts';
import { listTickets, readMessages } from './list-tickets.ts';
import { openTicket } from './open-ticket.ts';
import { closeTicket, writeInTicket } from './write.ts';

export function supportRoutes(api: Api, deps: FactDeps): void {
  serveTx(api, calls.ticketOpen, openTicket, deps);
  serveTx(api, calls.ticketAbout, showFacts, deps);
  serveTx(api, calls.ticketList, listTickets);
  serveTx(api, calls.ticketMessages, readMessages);
  serveTx(api, calls.ticketSend, writeInTicket);
  serveTx(api, calls.ticketClose, closeTicket);
  serveTx(api, calls.feedback, giveFeedback);
}

/** What operators see of it, and answer. */
export function supportConsoleRoutes(api: Api): void {
  serveTx(api, consoleCalls.adminTickets, listTicketQueue);
  serveTx(api, consoleCalls.adminTicket, getTicketForConsole);
  serveTx(api, consoleCalls.adminTicketAnswer, answerTicket);
  serveTx(api, consoleCalls.adminTicketMove, moveTicket);
  serveTx(api, consoleCalls.adminFeedback, listFeedbackForConsole);
  serveTx(api, consoleCalls.adminFeedbackRead, readFeedback);
}

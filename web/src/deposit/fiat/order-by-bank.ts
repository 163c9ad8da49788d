import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { call, CallRefused } from '../../platform/api-client.ts';
import { dropDraft, keepDraft, noteRequested, readDraft } from '../../platform/drafts.ts';
import { newRequestId } from '../../platform/request-id.ts';

type Request = InputOf<'Wallet/FiatOrder'>;
/** What the form says; the quote is not part of it, as it changes by itself. */
export type WantedOrder = { currency: string; bank: string; amount: string; payer: string };

const SENT = 'fiat-sent';

/** What was sent of this form and never answered, with the quote of then. */
function findUnanswered(wanted: string): Request | undefined {
  const { wanted: known, requestId, quote, payer } = readDraft(SENT);
  const isSame = known === wanted && requestId !== undefined && quote !== undefined && payer !== undefined;
  return isSame ? { requestId, quote, payer } : undefined;
}

/**
 * Orders at this quote. After a lost answer, a reload too, the same form is sent as it was then, for a day: one order, not two. A refusal is
 * an answer: the next try is another order at another quote.
 */
export async function orderByBank(wanted: WantedOrder, quote: string): Promise<OutputOf<'Wallet/FiatOrder'>> {
  const text = JSON.stringify(wanted);
  const request = findUnanswered(text) ?? { requestId: newRequestId(), quote, payer: wanted.payer };
  keepDraft(SENT, { wanted: text, ...request });
  noteRequested(SENT);
  try {
    const made = await call('Wallet/FiatOrder', request);
    dropDraft(SENT);
    return made;
  } catch (error) {
    if (error instanceof CallRefused) dropDraft(SENT);
    throw error;
  }
}

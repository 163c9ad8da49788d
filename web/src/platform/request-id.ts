import { v7 } from 'uuid';
import { dropDraft, keepDraft, noteRequested, readDraft } from './drafts.ts';

/** A version 7 UUID: it begins with its time, so that the requests of one moment stand beside each other in the ledger's index (0235). */
export function newRequestId(): string {
  return v7();
}

/**
 * The id of a request that must happen once and is sent now: the same input keeps it for a day, also after a reload or a lost
 * answer, so that sent twice it is one. Another input is another request.
 */
export function requestIdOf(form: string, input: unknown): string {
  const text = JSON.stringify(input);
  const draft = readDraft(form);
  const known = draft['input'] === text ? draft['requestId'] : undefined;
  const requestId = known ?? newRequestId();
  keepDraft(form, { input: text, requestId });
  noteRequested(form);
  return requestId;
}

/** The input that was sent last and never answered; undefined where there is none, or what was kept of it is damaged. */
export function lastInputOf(form: string): unknown {
  try {
    return JSON.parse(readDraft(form)['input'] ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The request came through: the next one is another, even with the same input. */
export function forgetRequest(form: string): void {
  dropDraft(form);
}

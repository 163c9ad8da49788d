import { parseAmount } from '@openmere/core/money/amount.ts';
import { readStored, writeStored } from './storage.ts';

/** What a member had typed into a form (amount, target): it survives a reload, a re-login and a lost network. Never secrets. */
type Drafts = Record<string, Record<string, string>>;

/** Those of somebody else, whose session ended by itself, are none. */
function readDrafts(): Drafts {
  if (readStored('general.draftsOf') !== readStored('general.owner')) return {};
  try {
    return { ...(JSON.parse(readStored('general.drafts') ?? '{}') as Drafts) };
  } catch {
    return {}; // a damaged draft is worth nothing; the form starts empty
  }
}

function writeDrafts(drafts: Drafts): void {
  writeStored('general.drafts', JSON.stringify(drafts));
  writeStored('general.draftsOf', readStored('general.owner'));
}

/** A request that was sent this long ago says nothing of what is wanted now. */
const REQUEST_ENDS_MS = 24 * 3_600_000;

/** What was typed and not sent yet, or sent within a day without an answer. */
export function readDraft(form: string): Record<string, string> {
  const draft = readDrafts()[form] ?? {};
  const { requestedAt = '' } = draft;
  return requestedAt !== '' && Math.abs(Date.now() - Number(requestedAt)) > REQUEST_ENDS_MS ? {} : draft;
}

/** The amount of a draft as plain decimal text; "" where an older version or another hand left something else there. */
export function readDraftAmount(form: string): string {
  const text = readDraft(form)['amount'] ?? '';
  return parseAmount(text) === undefined ? '' : text;
}

export function keepDraft(form: string, fields: Record<string, string>): void {
  writeDrafts({ ...readDrafts(), [form]: fields });
}

/** Right before its request is sent, whose answer may be lost: sent again within a day, the draft is the same request. */
export function noteRequested(form: string): void {
  keepDraft(form, { ...readDrafts()[form], requestedAt: String(Date.now()) });
}

export function dropDraft(form: string): void {
  const { [form]: _dropped, ...rest } = readDrafts();
  writeDrafts(rest);
}

/** Sent: its draft goes, also where the form was left while the wallet was asked. What was typed meanwhile stays. */
export function dropSentDraft(form: string, sent: Readonly<Record<string, string>>): void {
  const kept = readDrafts()[form] ?? {};
  if (Object.entries(sent).every(([name, text]) => kept[name] === text)) dropDraft(form);
}

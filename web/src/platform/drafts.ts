import { parseAmount } from '@openmere/core/money/amount.ts';
import { readStored, writeStored } from './storage.ts';

/** What a member had typed into a form (amount, target): it survives a reload, a re-login and a lost network. Never secrets. */
type Drafts = Record<string, Record<string, string>>;

function readDrafts(): Drafts {
  try {
    return JSON.parse(readStored('general.drafts') ?? '{}') as Drafts;
  } catch {
    return {}; // a damaged draft is worth nothing; the form starts empty
  }
}

export function readDraft(form: string): Record<string, string> {
  return readDrafts()[form] ?? {};
}

/** The amount of a draft as plain decimal text; "" where an older version or another hand left something else there. */
export function readDraftAmount(form: string): string {
  const text = readDraft(form)['amount'] ?? '';
  return parseAmount(text) === undefined ? '' : text;
}

export function keepDraft(form: string, fields: Record<string, string>): void {
  writeStored('general.drafts', JSON.stringify({ ...readDrafts(), [form]: fields }));
}

export function dropDraft(form: string): void {
  const { [form]: _dropped, ...rest } = readDrafts();
  writeStored('general.drafts', JSON.stringify(rest));
}

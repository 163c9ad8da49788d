import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { GROUP_POSTINGS_MAX } from '../ledger/group.ts';
import { postAll } from '../ledger/post.ts';
import type { PostDeps } from '../ledger/post.ts';
import type { Tx } from '../platform/db/connect.ts';

/**
 * Posts many entries in order, in groups of the ledger's size. Throws the refusal of the first that is refused: what the
 * chain has settled must be recordable, so the whole step is taken back and a person has to look.
 */
export async function postGroups(
  tx: Tx,
  entries: readonly JournalEntry[],
  deps: PostDeps = {},
): Promise<void> {
  let group: JournalEntry[] = [];
  let postings = 0;
  for (const entry of entries) {
    if (postings + entry.postings.length > GROUP_POSTINGS_MAX) {
      await postGroup(tx, group, deps);
      [group, postings] = [[], 0];
    }
    group.push(entry);
    postings += entry.postings.length;
  }
  await postGroup(tx, group, deps);
}

async function postGroup(tx: Tx, group: readonly JournalEntry[], deps: PostDeps): Promise<void> {
  if (group.length === 0) return;
  for (const { refusal } of await postAll(tx, group, deps)) if (refusal) throw refusal;
}

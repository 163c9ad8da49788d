import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { transfers } from '@openmere/core/transfer/contract.ts';
import { findTransferEntry, listMemberEntries } from '../ledger/entries.ts';
import type { Entry } from '../ledger/journal.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { showTransfer, TRANSFER_KIND } from './record.ts';

const PAGE_SIZE = 20;

/** Wallet/Transfers: sent and received, newest first, straight from the ledger; `id` names one of them. */
export async function listTransfers(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof transfers>,
): Promise<CallResult<typeof transfers>> {
  const { tx, actor } = ctx;
  const show = (entry: Entry) => showTransfer(entry, actor.id, actor.from.locale);
  if (input.id !== undefined) {
    const entry = await findTransferEntry(tx, input.id);
    return { list: entry && isOwn(entry, actor.id) ? [show(entry)] : [] };
  }
  const query = {
    memberId: actor.id,
    kinds: [TRANSFER_KIND],
    limit: input.pageSize ?? PAGE_SIZE,
    ...(input.cursor === undefined ? {} : { cursor: input.cursor }),
  };
  const { entries, cursor } = await listMemberEntries(tx, query);
  const list = entries.map(show);
  return cursor === undefined ? { list } : { list, cursor };
}

function isOwn({ kind, postings }: Entry, memberId: string): boolean {
  const own = availableAccount(memberId);
  const [net] = postings;
  return kind === TRANSFER_KIND && (net?.source === own || net?.destination === own);
}

import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { transfers } from '@openmere/core/transfer/contract.ts';
import { listMemberEntries } from '../ledger/entries.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { showTransfer, TRANSFER_KIND } from './record.ts';

const PAGE_SIZE = 20;

/** Wallet/Transfers: sent and received, newest first, straight from the ledger. */
export async function listTransfers(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof transfers>,
): Promise<CallResult<typeof transfers>> {
  const { tx, actor } = ctx;
  const query = {
    memberId: actor.id,
    kinds: [TRANSFER_KIND],
    limit: input.pageSize ?? PAGE_SIZE,
    ...(input.cursor === undefined ? {} : { cursor: input.cursor }),
  };
  const { entries, cursor } = await listMemberEntries(tx, query);
  const list = entries.map((entry) => showTransfer(entry, actor.id, actor.from.locale));
  return cursor === undefined ? { list } : { list, cursor };
}

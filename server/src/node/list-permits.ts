import type { CallResult } from '@openmere/core/kit/call.ts';
import type { adminGoldPermits } from '@openmere/core/node/contract.ts';
import { findOwners, listNicknames } from '../member/store.ts';
import { findAccounts } from '../operator/operator-store.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { listPermits } from './permit-store.ts';
import type { ListedPermit } from './permit-store.ts';

/** There are 200 gold nodes; the newest permits are what one looks for. */
const LIMIT = 1_000;

/** Admin/GoldPermits: whose, until when, who agreed, and what came of it. */
export async function listGoldPermits(ctx: Pick<Ctx, 'tx'>): Promise<CallResult<typeof adminGoldPermits>> {
  const { tx } = ctx;
  const now = await businessNow(tx);
  const permits = await listPermits(tx, LIMIT);
  const addresses = permits.map(({ address }) => address);
  const owners = await findOwners(tx, addresses);
  const nicknames = await listNicknames(tx, [...owners.values()]);
  const accounts = await findAccounts(
    tx,
    permits.flatMap(({ maker_id, checker_id }) => [maker_id, checker_id]),
  );
  const list = permits.map((permit) => {
    const userid = owners.get(permit.address) ?? null;
    return {
      id: permit.id,
      address: permit.address,
      userid,
      nickname: userid === null ? null : (nicknames.get(userid) ?? null),
      deadline: permit.deadline.toISOString(),
      made: permit.made_at.toISOString(),
      maker: accounts.get(permit.maker_id) ?? permit.maker_id,
      checker: accounts.get(permit.checker_id) ?? permit.checker_id,
      state: stateOf(permit, now),
      tokenid: permit.tokenId,
    };
  });
  return { list };
}

function stateOf({ signature, deadline, tokenId }: ListedPermit, now: Date) {
  if (tokenId !== null) return 'used' as const;
  if (deadline < now) return 'expired' as const;
  return signature === null ? ('listed' as const) : ('signed' as const);
}

import type { CallResult } from '@openmere/core/kit/call.ts';
import type { shopInfo } from '@openmere/core/mall/shop-contract.ts';
import { listPersonAccounts } from '../../member/store.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { open } from '../../platform/secrets-box.ts';
import { countOfApplications, findLastApplication, listDecided } from './application-store.ts';
import { findShopOfMember, listShopIds } from './shop-store.ts';

/** Users/Shopinfo. */
export async function getShopInfo(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
): Promise<CallResult<typeof shopInfo>> {
  const { tx, actor } = ctx;
  const shop = await findShopOfMember(tx, actor.id);
  const row = await findLastApplication(tx, actor.id);
  const licences = row ? ((await countOfApplications(tx, [row.id])).get(row.id)?.licences ?? 0) : 0;
  const decided = await listDecided(tx, actor.id);
  return {
    state: shop?.state ?? row?.state ?? 'none',
    reason: shop?.state === 'suspended' ? shop.reason : row?.state === 'rejected' ? row.reason : '',
    application: row
      ? {
          id: row.id,
          name: row.name,
          logo: row.logo,
          kind: row.kind,
          contact: open(row.contact),
          about: row.about,
          licences,
          time: row.made_at.toISOString(),
        }
      : null,
    decisions: decided.map(({ name, state, made_at, decided_at, reason }) => ({
      name,
      time: (decided_at ?? made_at).toISOString(),
      state: state === 'approved' ? 'approved' : 'rejected',
      reason,
    })),
    shop: shop
      ? {
          id: shop.id,
          name: shop.name,
          logo: shop.logo,
          kind: shop.kind,
          about: shop.about,
          open: shop.open,
        }
      : null,
    personshops: await listShopIds(tx, await listPersonAccounts(tx, actor.id)),
  };
}

import type { CallResult } from '@openmere/core/kit/call.ts';
import type { identity } from '@openmere/core/member/identity-contract.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { readSettings } from '../../setting/read.ts';
import { findIdentity } from './identity-store.ts';

/** Users/Identity: name and number are not shown again, to nobody but an operator who says why. */
export async function getIdentity(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
): Promise<CallResult<typeof identity>> {
  const { tx, actor } = ctx;
  const row = await findIdentity(tx, actor.family);
  const { identityKeepDays } = await readSettings(tx);
  return {
    state: row?.state ?? 'none',
    kind: row?.kind ?? null,
    country: row?.country ?? null,
    time: (row?.sent_at ?? row?.made_at)?.toISOString() ?? null,
    decided: row?.decided_at?.toISOString() ?? null,
    cause: row?.cause ?? null,
    reason: row?.reason ?? '',
    keepdays: identityKeepDays,
    wiped: row?.wiped_at?.toISOString() ?? null,
  };
}

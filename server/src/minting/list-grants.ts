import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { maskNickname } from '@openmere/core/member/rules.ts';
import type { castGrants } from '@openmere/core/minting/contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { listNicknames } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { listDynamicLots } from './power-store.ts';
import type { GrantCursor } from './power-store.ts';

/** Whose fees granted it: the settlement's key is `dynamic:day:payer:taker` (reward/settle-referral.ts). */
const payerOf = (key: string): string => key.split(':')[2] ?? '';

/** Dynamic hash power of the member, lot by lot, newest first. */
export async function listPowerGrants(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof castGrants>,
): Promise<CallResult<typeof castGrants>> {
  const { tx, actor } = ctx;
  return readPage(
    { ...input, list: `grants ${actor.id}` },
    (before: GrantCursor | undefined, limit) => listDynamicLots(tx, { memberId: actor.id, before, limit }),
    ({ effective_at: at, id }) => ({ at: at.getTime(), id }),
    async (rows) => {
      const names = await listNicknames(
        tx,
        rows.map(({ key }) => payerOf(key)),
      );
      return rows.map(({ id, effective_at: at, granted, used, key }) => {
        const name = names.get(payerOf(key));
        return {
          id: String(id),
          time: at.toISOString(),
          amount: formatAmount(granted),
          left: formatAmount(granted - used),
          payer: name === undefined ? null : maskNickname(name),
        };
      });
    },
  );
}

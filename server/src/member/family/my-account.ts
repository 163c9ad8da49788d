import type { CallOutput } from '@openmere/core/kit/call.ts';
import type { myAccount } from '@openmere/core/member/family-contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { coins } from '@openmere/core/money/coin.ts';
import { memberBalances } from '../../ledger/balances.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { readSettings } from '../../setting/read.ts';
import { listFamily } from '../store.ts';
import type { Member } from '../store.ts';

type MyAccount = CallOutput<typeof myAccount>;
export type AccountRow = MyAccount['accounts'][number];

/** Main account and sub-accounts with what they hold, from whichever of them is asked. */
export async function getMyAccount(ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>): Promise<MyAccount> {
  const { tx, actor } = ctx;
  const { subAccountsMax: limit } = await readSettings(tx);
  return { accounts: await showAccounts(ctx, await listFamily(tx, actor.family)), limit };
}

/** Accounts as their person sees them. */
export async function showAccounts(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  members: readonly Member[],
): Promise<AccountRow[]> {
  const { tx, actor } = ctx;
  const balances = await memberBalances(
    tx,
    members.map(({ id }) => id),
  );
  return members.map((member) => ({
    userid: member.id,
    nickname: member.nickname,
    avatar: member.avatar,
    invitationcode: member.invitationCode,
    main: member.mainId === null,
    current: member.id === actor.id,
    registeredat: member.registeredAt.toISOString(),
    balances: coins.flatMap(({ id }) => {
      const { available = 0n, held = 0n } = balances.get(member.id)?.get(id) ?? {};
      return available + held === 0n ? [] : [{ coinid: id, balance: formatAmount(available + held) }];
    }),
  }));
}

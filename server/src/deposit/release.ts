import type { DepositStatus } from '@openmere/core/deposit/contract.ts';
import { SUSPENSE_ACCOUNT } from '@openmere/core/deposit/rules.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import { postEntry } from '../ledger/post.ts';
import type { OnPosted } from '../ledger/post.ts';
import type { Ctx } from '../platform/context.ts';
import { announceDeposits, noticeDeposits } from './announce.ts';
import { findBarsToCredit } from './bar.ts';
import { STRAY_ACCOUNT } from './book.ts';
import { lockDeposit, setCredited } from './store.ts';
import type { ShownDeposit } from './store.ts';

/** A deposit that waits as one of these, locked. Refusal: nosuspense (unknown, something else, or on its way back). */
export async function lockSuspended(
  ctx: Pick<Ctx, 'tx'>,
  { id, statuses }: { id: string; statuses: readonly DepositStatus[] },
): Promise<ShownDeposit> {
  const { tx } = ctx;
  const deposit = await lockDeposit(tx, id);
  const status = statuses.find((one) => one === deposit?.status);
  if (!deposit || status === undefined) throw new Refusal('deposit.nosuspense');
  return { ...deposit, status };
}

/**
 * What was not credited stands apart with what is barred from here on: both go back from one account. Once a deposit, also when its
 * return was given up and is tried again.
 */
export async function setApart(
  ctx: Pick<Ctx, 'tx'> & { onPosted: OnPosted },
  { id, coin_id: asset, amount }: ShownDeposit,
): Promise<void> {
  const { tx, onPosted } = ctx;
  const entry = {
    key: `apart:${id}`,
    kind: 'deposit-apart',
    reference: id,
    actor: 'system:deposit',
    postings: [{ source: STRAY_ACCOUNT, destination: SUSPENSE_ACCOUNT, asset, amount }],
  };
  await postEntry(tx, entry, { onPosted });
}

/** suspense → available, once nothing bars its member any more. Refusals in order: nosuspense, stillbarred. */
export async function releaseDeposit(
  ctx: Pick<Ctx, 'tx'> & { onPosted: OnPosted },
  id: string,
): Promise<ShownDeposit> {
  const { tx, onPosted } = ctx;
  const deposit = await lockSuspended(ctx, { id, statuses: ['barred'] });
  const bar = (await findBarsToCredit(ctx, [deposit])).get(deposit);
  if (bar !== undefined) throw new Refusal('deposit.stillbarred');
  const credited: ShownDeposit = { ...deposit, status: 'credited' };
  await setCredited(tx, id);
  const entry = {
    key: `release:${id}`,
    kind: 'deposit',
    reference: id,
    data: { hash: deposit.tx_hash, block: Number(deposit.block_number) },
    actor: 'system:deposit',
    postings: [
      {
        source: SUSPENSE_ACCOUNT,
        destination: availableAccount(deposit.member_id),
        asset: deposit.coin_id,
        amount: deposit.amount,
      },
    ],
  };
  await postEntry(tx, entry, { onPosted });
  await announceDeposits(tx, [credited], { head: deposit.block_number });
  await noticeDeposits(tx, [credited]);
  return credited;
}

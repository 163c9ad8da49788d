import type { adminDeposits, deposits } from '@openmere/core/deposit/contract.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { DEFAULT_LOCALE } from '@openmere/core/kit/language.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { withdrawTerms } from '@openmere/core/setting/coin-terms.ts';
import { findMemberBySearch, listDepositors, listNicknames } from '../member/store.ts';
import type { MemberActor, OperatorActor } from '../platform/actor.ts';
import { findChainState } from '../platform/chain/cursor-store.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { showChainSilence } from '../setting/chain-silence.ts';
import { readSettings } from '../setting/read.ts';
import { findBars } from './bar.ts';
import { neededConfirmations, recordOf } from './record.ts';
import type { RecordView } from './record.ts';
import { listDeposits } from './store.ts';
import type { DepositFilter, ShownDeposit } from './store.ts';

/** `confirmations`: how many the installation asks for at least. */
export type ListDeps = { chainId: number; confirmations?: number | undefined };

/** The member's deposits, newest first, with the confirmations of this moment. */
export async function listOwnDeposits(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & ListDeps,
  input: CallParsed<typeof deposits>,
): Promise<CallResult<typeof deposits>> {
  const { tx, actor } = ctx;
  const view = await viewOf(ctx, actor.from.locale);
  return readPage(
    { ...input, list: `deposits ${actor.id}` },
    (before, limit) => listDeposits(tx, { memberId: actor.id, before }, limit),
    ({ id }) => id,
    (rows) => rows.map((deposit) => recordOf(deposit, view)),
  );
}

/** Deposits of all members for operators, newest first; by status, and by id, transaction or member. */
export async function listAllDeposits(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'> & ListDeps,
  input: CallParsed<typeof adminDeposits>,
): Promise<CallResult<typeof adminDeposits>> {
  const { tx, actor } = ctx;
  const view = await viewOf(ctx, actor.from.locale ?? DEFAULT_LOCALE);
  const filter: DepositFilter = {};
  if (input.status !== undefined) filter.status = input.status;
  if (input.search !== undefined) {
    if (/^0x[0-9a-fA-F]{64}$/.test(input.search)) filter.hash = input.search;
    else if (/^dep_[0-9a-z]{26}$/.test(input.search)) filter.id = input.search;
    else filter.memberId = (await findMemberBySearch(tx, input.search)) ?? '';
  }
  const page = await readPage(
    { ...input, list: 'deposits of all' },
    (before, limit) => listDeposits(tx, { ...filter, before }, limit),
    ({ id }) => id,
  );
  const nicknames = await listNicknames(
    tx,
    page.list.map(({ member_id }) => member_id),
  );
  // What was ignored was looked at for its amount and coin only, and goes back on request like what is barred.
  const returnable = page.list.filter(({ status, bar }) => bar !== null || status === 'ignored');
  const bars = await findBars(ctx, returnable);
  const wallets = await listDepositors(
    tx,
    returnable.map(({ member_id }) => member_id),
  );
  const list = page.list.map((deposit) => ({
    ...recordOf(deposit, view),
    userid: deposit.member_id,
    nickname: nicknames.get(deposit.member_id) ?? '',
    swept: deposit.swept_at?.toISOString() ?? null,
    sender: deposit.sender,
    bar: deposit.bar,
    barnow: bars.get(deposit) ?? null,
    decided: deposit.credited_at?.toISOString() ?? null,
    wallet: otherWallet(deposit, wallets.get(deposit.member_id)?.wallet ?? null),
  }));
  return { ...page, list };
}

function otherWallet({ sender }: ShownDeposit, wallet: string | null): string | null {
  return wallet === sender ? null : wallet;
}

async function viewOf(ctx: Pick<Ctx, 'tx'> & ListDeps, locale: Locale): Promise<RecordView> {
  const { tx, chainId } = ctx;
  const settings = await readSettings(tx);
  const feeOf = (coinId: string): bigint => withdrawTerms(coinId, settings).fee;
  const needed = neededConfirmations(settings, ctx.confirmations);
  const state = await findChainState(tx, chainId);
  const silence = await showChainSilence({ tx }, { chainId, locale });
  return { head: state?.head ?? -1n, needed, feeOf, locale, silence };
}

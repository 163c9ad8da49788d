import { barredBy } from '@openmere/core/auth/geo.ts';
import type { DepositBar } from '@openmere/core/deposit/contract.ts';
import { phoneCountryOf } from '../member/phone.ts';
import { listListed, listSanctioned } from '../member/sanctions-store.ts';
import { keepOpen, listDepositors } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import type { Deposit } from './store.ts';

type Barrable = Pick<Deposit, 'member_id' | 'sender'>;

/**
 * Why money that came for a member may not be credited now (rulebook §1): the account is closed, they are of a barred country or have a number of one (whichever account of the person), may only leave, or a
 * wallet of the person or the sender stands on a sanctions list. An internet address is not known here. A list that is not loaded bars
 * nobody from what is theirs: the signer screens whatever leaves. By deposit; who is not barred is left out.
 */
export async function findBars<D extends Barrable>(
  ctx: Pick<Ctx, 'tx'>,
  deposits: readonly D[],
): Promise<Map<D, DepositBar>> {
  const { tx } = ctx;
  if (deposits.length === 0) return new Map();
  const { barredCountries } = await readSettings(tx);
  const ids = deposits.map(({ member_id }) => member_id);
  const members = await listDepositors(tx, ids);
  const listed = await listListed(tx, ids);
  const senders = deposits.map(({ sender }) => sender);
  const listedSenders = await listSanctioned(tx, senders);
  const bars = new Map<D, DepositBar>();
  for (const deposit of deposits) {
    const member = members.get(deposit.member_id);
    if (!member) continue;
    const { country, phones, exitOnly, isClosed } = member;
    const numbers = phones.map((phone) => ({ phoneCountry: phoneCountryOf(phone) }));
    const geo = [{ country }, ...numbers].map((one) => barredBy(one, barredCountries)).find(Boolean);
    const bar: DepositBar | undefined = isClosed
      ? 'closed'
      : geo && geo.signal !== 'ip'
        ? geo.signal
        : exitOnly
          ? 'exitonly'
          : listed.has(deposit.member_id)
            ? 'wallet'
            : listedSenders.has(deposit.sender)
              ? 'sender'
              : undefined;
    if (bar) bars.set(deposit, bar);
  }
  return bars;
}

/** The same for who credits at once: it stays true until the transaction ends that nobody of these is closed. */
export async function findBarsToCredit<D extends Barrable>(
  ctx: Pick<Ctx, 'tx'>,
  deposits: readonly D[],
): Promise<Map<D, DepositBar>> {
  await keepOpen(
    ctx.tx,
    deposits.map(({ member_id }) => member_id),
  );
  return findBars(ctx, deposits);
}

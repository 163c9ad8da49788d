import { isInviteCode, normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { findCoin } from '@openmere/core/money/coin.ts';
import { checkNote, isAddressTarget, normaliseTarget, normaliseText } from '@openmere/core/transfer/rules.ts';
import { readPastedCode } from '../parts/pasted.ts';
import { formatLocation, parseLocation } from '../platform/location.ts';

export const TRANSFER_PATH = '/pages/wallet/transfer/transferChain';

/** Whom to pay, and what the asker has filled in; the payer still sees and confirms all of it. */
export type MoneyRequest = { target: string; coinid?: string; amount?: string; note?: string };

/** Only what a form would take: what is damaged or not allowed is left out. */
export function readRequest(query: Readonly<Record<string, string>>): Partial<MoneyRequest> {
  const { target, coinid, amount, note } = query;
  return {
    ...(target === undefined ? {} : { target: target.slice(0, 64) }),
    ...(coinid !== undefined && findCoin(coinid)?.transfer ? { coinid } : {}),
    ...(amount !== undefined && parseAmount(amount, 2) !== undefined ? { amount } : {}),
    ...(note !== undefined && checkNote(note) === undefined ? { note: normaliseText(note) } : {}),
  };
}

/**
 * The link that opens the transfer form of this app, filled in, at the amount: whoever pays reads there at once who asks. `base`
 * is the app's address without what follows #.
 */
export function requestLink(base: string, { target, coinid, amount, note }: MoneyRequest): string {
  const filled = { target, coinid, amount: amount || undefined, note: note || undefined, step: 'amount' };
  return `${base}#${formatLocation(TRANSFER_PATH, filled)}`;
}

/** What was pasted or scanned: a request's or an invitation's link of this app, a wallet's `ethereum:` address, an address or a code. */
export function parseRequest(text: string): Partial<MoneyRequest> | undefined {
  const given = readPastedCode(text).trim();
  const hash = /^https?:\/\/[^\s#]+#(\/\S+)$/.exec(given)?.[1];
  if (hash !== undefined) {
    const { path, query } = parseLocation(`#${hash}`);
    return path === TRANSFER_PATH && query['target'] !== undefined ? readRequest(query) : undefined;
  }
  const address = /^(?:ethereum:)?(0x[0-9a-fA-F]{40})(?:@\d+)?$/.exec(given)?.[1];
  if (address !== undefined && isAddressTarget(address)) return { target: normaliseTarget(address) };
  return isInviteCode(normaliseInviteCode(given)) ? { target: normaliseTarget(given) } : undefined;
}

import { readFile } from 'node:fs/promises';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { DEV_CHAIN_ID } from '@openmere/core/chain/dev-chain.ts';
import { reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { z } from 'zod';
import type { Hex } from '../platform/chain/log.ts';
import type { Caps } from './caps.ts';
import { valueWith } from './coin-value.ts';
import type { SignerPolicy } from './sign.ts';

const amount = z.string().transform((text, context) => {
  const value = parseAmount(text);
  if (value !== undefined) return value;
  context.addIssue({ code: 'custom', message: 'is no plain decimal amount' });
  return z.NEVER;
});

/**
 * What the signer may be told by the person who runs it, in a file beside its key: plain decimal amounts per coin.
 * Whatever is left out has the defaults below; the console's configuration can only tighten them.
 */
const file = z.strictObject({
  perTransaction: amount.default(coin(10_000)),
  perHour: amount.default(coin(30_000)),
  perDay: amount.default(coin(100_000)),
  perMonth: amount.default(coin(1_000_000)),
  oneOperatorAbove: amount.default(coin(1_000)),
  twoOperatorsFrom: amount.default(coin(5_000)),
  /** USDT for one OPEN, for the two limits above: rather too high than too low. */
  openUsdt: amount.default(coin(1)),
  /** In gwei, whole. */
  maxFeeGwei: z.number().int().min(1).max(10_000).default(50),
});
export type SignerLimits = z.output<typeof file>;

function coin(whole: number): bigint {
  return BigInt(whole) * 10n ** 18n;
}

const weiPerGwei = 10n ** 9n;
const SKEW_MS = 30_000;

/** Reads the limits; a missing file means the defaults, a wrong one stops the signer with one sentence. */
export async function readSignerLimits(path: string): Promise<SignerLimits> {
  let text = '{}';
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const parsed = file.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  throw new Error(`${path}: ${first?.path.join('.') ?? ''} ${first?.message ?? ''}`);
}

/** The rules for a chain and its contracts. `payer` never receives a payout either. */
export function signerPolicy(
  limits: SignerLimits,
  chain: { id: number; contracts: AddressMap; payer: Hex },
): SignerPolicy {
  const tokens = reserveTokens(chain.contracts);
  const caps: Caps = {
    perTransaction: limits.perTransaction,
    perHour: limits.perHour,
    perDay: limits.perDay,
    perMonth: limits.perMonth,
  };
  const own = Object.values(chain.contracts).map((address) => address.toLowerCase());
  return {
    chainId: chain.id,
    tokens: Object.fromEntries(tokens.map(({ coin: name, token }) => [name, token])),
    caps: Object.fromEntries(tokens.map(({ coin: name }) => [name, caps])),
    oneOperatorAbove: limits.oneOperatorAbove,
    twoOperatorsFrom: limits.twoOperatorsFrom,
    valueOf: valueWith(limits.openUsdt),
    screening: chain.id !== DEV_CHAIN_ID,
    maxFee: BigInt(limits.maxFeeGwei) * weiPerGwei,
    forbidden: new Set([...own, chain.payer]),
    skewMs: SKEW_MS,
  };
}

import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { divideFee } from '@openmere/core/swap/fee-shares.ts';
import type { FeeShare } from '@openmere/core/swap/fee-shares.ts';
import { balanceOf } from '../ledger/balances.ts';
import { listPostedKeys } from '../ledger/entries.ts';
import type { ChainLog, Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { tradeIdOf } from './trade-store.ts';
import type { PlacedTrade } from './trade-store.ts';

/** Posts entries of the ledger in order, in the transaction; throws when one is refused. */
export type PostEntries = (tx: Tx, entries: readonly JournalEntry[]) => Promise<unknown>;

const ACTOR = 'system:chain';

/** A community fee in USDT that lies in the account of its use, and what it was paid for. */
export type PaidFee = {
  log: Pick<ChainLog, 'chainId' | 'txHash' | 'logIndex' | 'blockNumber'>;
  reference: string;
  payer: Hex;
  fee: bigint;
};
/** Which use: its account is `fee:swap`, its entries are `swap-fee-division`. */
type FeeUse = 'swap' | 'usdo';

/** Divides the community fee of final trades among the pools, each trade by itself. */
export async function divideFees(
  ctx: Pick<Ctx, 'tx'> & { post: PostEntries },
  trades: readonly PlacedTrade[],
): Promise<void> {
  const fees = trades.map(({ log, event }) => {
    return { log, reference: tradeIdOf(log), payer: event.address, fee: event.fee };
  });
  await divideCommunityFees(ctx, { use: 'swap', fees });
}

/**
 * Divides community fees among the pools, each by itself and exactly (rulebook §10). The fee came to its account with the
 * contract's transfer to the treasury, which stands before the event in the same transaction of the chain. The fee of a buy
 * comes from the member's wallet and lies in suspense, like all that the treasury got before the contract was known to it: it
 * is fetched from there first.
 * What was divided stays as it was: a log that is read again meets other shares where they were changed meanwhile.
 */
export async function divideCommunityFees(
  ctx: Pick<Ctx, 'tx'> & { post: PostEntries },
  { use, fees }: { use: FeeUse; fees: readonly PaidFee[] },
): Promise<void> {
  const { tx, post } = ctx;
  const kind = `${use}-fee-division`;
  const account: AccountName = `fee:${use}`;
  const keyOf = ({ log: { chainId, txHash, logIndex } }: PaidFee): string =>
    `${use}-fee:${chainId}:${txHash}:${logIndex}`;
  const charged = fees.filter(({ fee }) => fee > 0n);
  const divided = await listPostedKeys(tx, { actor: ACTOR, kind, keys: charged.map(keyOf) });
  const paying = charged.filter((one) => !divided.has(keyOf(one)));
  const first = paying[0];
  if (!first) return;
  const all = paying.reduce((sum, { fee }) => sum + fee, 0n);
  const missing = all - (await balanceOf(tx, account, 'USDT'));
  const found: JournalEntry[] =
    missing <= 0n
      ? []
      : [
          {
            key: `${use}-fee-found:${first.log.chainId}:${first.log.txHash}:${first.log.logIndex}`,
            kind: `${use}-fee-found`,
            reference: first.reference,
            actor: ACTOR,
            postings: [{ source: 'suspense:deposit', destination: account, asset: 'USDT', amount: missing }],
          },
        ];
  const { swapFeeShares } = await readSettings(tx);
  const entryOf = (one: PaidFee): JournalEntry => ({
    key: keyOf(one),
    kind,
    reference: one.reference,
    data: { payer: one.payer, block: Number(one.log.blockNumber), hash: one.log.txHash },
    actor: ACTOR,
    postings: partsOf(one.fee, account, swapFeeShares),
  });
  await post(tx, [...found, ...paying.map(entryOf)]);
}

function partsOf(fee: bigint, account: AccountName, shares: readonly FeeShare[]): JournalEntry['postings'] {
  return divideFee(fee, shares).map(({ pool, amount }) => ({
    source: account,
    destination: pool,
    asset: 'USDT',
    amount,
  }));
}

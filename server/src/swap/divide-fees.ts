import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { divideFee, type FeeShare } from '@openmere/core/swap/fee-shares.ts';
import { balanceOf } from '../ledger/balances.ts';
import { listPostedKeys } from '../ledger/entries.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { tradeIdOf } from './trade-store.ts';
import type { PlacedTrade } from './trade-store.ts';

/** Posts entries of the ledger in order, in the transaction; throws when one is refused. */
export type PostEntries = (tx: Tx, entries: readonly JournalEntry[]) => Promise<unknown>;

const actor = 'system:chain';
const kind = 'swap-fee-division';

/**
 * Divides the community fee of final trades among the pools, each trade by itself and exactly (rulebook §10). The fee came
 * to `fee:swap` with the desk's transfer to the treasury, which stands before the trade in the same transaction of the
 * chain. What the treasury got before the desk was known to it lies in suspense: it is fetched from there first.
 * What was divided stays as it was: a log that is read again meets other shares where they were changed meanwhile.
 */
export async function divideFees(
  ctx: Pick<Ctx, 'tx'> & { post: PostEntries },
  trades: readonly PlacedTrade[],
): Promise<void> {
  const { tx, post } = ctx;
  const charged = trades.filter(({ event }) => event.fee > 0n);
  const keys = charged.map(({ log }) => keyOf(log));
  const divided = await listPostedKeys(tx, { actor, kind, keys });
  const paying = charged.filter(({ log }) => !divided.has(keyOf(log)));
  const first = paying[0];
  if (!first) return;
  const all = paying.reduce((sum, { event }) => sum + event.fee, 0n);
  const missing = all - (await balanceOf(tx, 'fee:swap', 'USDT'));
  const found: JournalEntry[] =
    missing <= 0n
      ? []
      : [
          {
            key: `swap-fee-found:${first.log.chainId}:${first.log.txHash}:${first.log.logIndex}`,
            kind: 'swap-fee-found',
            reference: tradeIdOf(first.log),
            actor,
            postings: [
              { source: 'suspense:deposit', destination: 'fee:swap', asset: 'USDT', amount: missing },
            ],
          },
        ];
  const { swapFeeShares } = await readSettings(tx);
  await post(tx, [...found, ...paying.map((trade) => entryOf(trade, swapFeeShares))]);
}

const keyOf = ({ chainId, txHash, logIndex }: PlacedTrade['log']): string =>
  `swap-fee:${chainId}:${txHash}:${logIndex}`;

function entryOf({ log, event }: PlacedTrade, shares: readonly FeeShare[]): JournalEntry {
  return {
    key: keyOf(log),
    kind,
    reference: tradeIdOf(log),
    data: { payer: event.address, block: Number(log.blockNumber), hash: log.txHash },
    actor,
    postings: divideFee(event.fee, shares).map(({ pool, amount }) => ({
      source: 'fee:swap',
      destination: pool,
      asset: 'USDT',
      amount,
    })),
  };
}

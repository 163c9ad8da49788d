import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { divideFee } from '@openmere/core/swap/fee-shares.ts';
import { balanceOf } from '../ledger/balances.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { tradeIdOf } from './trade-store.ts';
import type { PlacedTrade } from './trade-store.ts';

/** Posts entries of the ledger in order, in the transaction; throws when one is refused. */
export type PostEntries = (tx: Tx, entries: readonly JournalEntry[]) => Promise<unknown>;

const actor = 'system:chain';

/**
 * Divides the community fee of final trades among the pools, each trade by itself and exactly (rulebook §10). The fee came
 * to `fee:swap` with the desk's transfer to the treasury, which stands before the trade in the same transaction of the
 * chain. What the treasury got before the desk was known to it lies in suspense: it is fetched from there first.
 */
export async function divideFees(
  ctx: Pick<Ctx, 'tx'> & { post: PostEntries },
  trades: readonly PlacedTrade[],
): Promise<void> {
  const { tx, post } = ctx;
  const paying = trades.filter(({ event }) => event.fee > 0n);
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
  await post(tx, [...found, ...paying.map(entryOf)]);
}

function entryOf({ log, event }: PlacedTrade): JournalEntry {
  return {
    key: `swap-fee:${log.chainId}:${log.txHash}:${log.logIndex}`,
    kind: 'swap-fee-division',
    reference: tradeIdOf(log),
    data: { payer: event.address, block: Number(log.blockNumber), hash: log.txHash },
    actor,
    postings: divideFee(event.fee).map(({ pool, amount }) => ({
      source: 'fee:swap',
      destination: pool,
      asset: 'USDT',
      amount,
    })),
  };
}

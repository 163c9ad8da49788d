import { marketMoved, tradeFinal } from '@openmere/core/swap/contract.ts';
import { findOwners } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';
import { toEveryone, toMembers } from '../platform/outbox.ts';
import { deleteSeenTrades, listSeenTrades, tradeIdOf, tradeOf, upsertTrades } from './trade-store.ts';
import type { PlacedTrade } from './trade-store.ts';

/** Trades older than this are history when they are read: nobody is told of them. */
const NEWS_MS = 3_600_000;

/** Keeps final trades for good, and tells the members of those wallets. @returns those that were not final before. */
export async function keepFinalTrades(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  trades: readonly PlacedTrade[],
): Promise<PlacedTrade[]> {
  const { tx, now } = ctx;
  const isNews = ({ log }: PlacedTrade): boolean => log.blockTime.getTime() > now.getTime() - NEWS_MS;
  const written = await upsertTrades(
    tx,
    trades.map((trade) => tradeOf(trade, 'final', !isNews(trade))),
  );
  const news = trades.filter(isNews);
  const owners = await findOwners(tx, [...new Set(news.map(({ event }) => event.address))]);
  await toMembers(
    tx,
    tradeFinal,
    news.flatMap(({ log, event }) => {
      const memberId = owners.get(event.address);
      const data = { id: tradeIdOf(log), hash: log.txHash, status: 'final' as const };
      return memberId === undefined ? [] : [{ memberId, data }];
    }),
  );
  return trades.filter(({ log }) => written.has(tradeIdOf(log)));
}

/** Brings the trades that can still change to what the chain shows now: the set is complete, so what is missing is gone. */
export async function showSeenTrades(
  ctx: Pick<Ctx, 'tx'>,
  { chainId, trades }: { chainId: number; trades: readonly PlacedTrade[] },
): Promise<void> {
  const { tx } = ctx;
  const before = new Map((await listSeenTrades(tx, chainId)).map((row) => [row.id, row.block_hash]));
  const now = new Map(trades.map((trade) => [tradeIdOf(trade.log), trade]));
  const gone = [...before.keys()].filter((id) => !now.has(id));
  await deleteSeenTrades(tx, gone);
  const changed = [...now].filter(([id, { log }]) => before.get(id) !== log.blockHash);
  await upsertTrades(
    tx,
    changed.map(([, trade]) => tradeOf(trade, 'seen', false)),
  );
  if (gone.length > 0) await toEveryone(tx, marketMoved, { gone: gone.slice(0, GONE_MAX) });
}

/** Fits a message to everyone; whoever misses more reads the list. */
const GONE_MAX = 50;

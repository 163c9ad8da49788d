import { newsChanged } from '@openmere/core/news/contract.ts';
import type { DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { toEveryone } from '../platform/outbox.ts';
import { markAnnounced } from './article-store.ts';

/** Tells open screens of articles whose time has come. @returns how many. */
export async function announceDueNews(ctx: DbCtx & { now: Date }): Promise<number> {
  const { db, now } = ctx;
  return inTransaction(db, async (tx) => {
    const due = await markAnnounced(tx, now);
    if (due > 0) await toEveryone(tx, newsChanged, {});
    return due;
  });
}

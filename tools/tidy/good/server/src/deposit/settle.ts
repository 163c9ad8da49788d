import type { Tx } from './store.ts';
import { settleAll } from './store.ts';

export type Ctx = { tx: Tx; actor: { id: string } };

export async function settle(ctx: Ctx, { block }: { block: bigint }): Promise<void> {
  await settleAll(ctx.tx, ctx.actor.id, block);
}

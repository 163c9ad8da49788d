import type { Ctx } from '../platform/context.ts';
export async function credit(ctx: Ctx, memberId: string, amount: bigint): Promise<bigint> {
  return ctx.tx.add(memberId, amount);
}

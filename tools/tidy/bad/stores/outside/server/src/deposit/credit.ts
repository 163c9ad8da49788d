import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
export async function credit(ctx: Ctx): Promise<void> {
  await sql`update deposit set status = 'final'`.execute(ctx.tx);
}

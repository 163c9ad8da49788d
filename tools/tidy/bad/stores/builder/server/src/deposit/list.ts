import type { Ctx } from '../platform/context.ts';
export const list = (ctx: Ctx) => ctx.tx.selectFrom('deposit').selectAll().execute();

import { pay } from './pay.ts';

export const start = (db: unknown): unknown => pay(db as never);

import { log } from '../../../server/src/platform/log.ts';
export const read = log;

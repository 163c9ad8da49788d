import { credit } from './credit.ts';
export const insert = credit;

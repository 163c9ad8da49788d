import { approve } from '../withdrawal/approve.ts';
export const order = approve;

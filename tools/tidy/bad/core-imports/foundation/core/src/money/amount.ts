import { fee } from '../transfer/rules.ts';
export const take = fee;

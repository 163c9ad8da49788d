import { insertDeposit } from './store.ts';
export const depositRoutes = insertDeposit;

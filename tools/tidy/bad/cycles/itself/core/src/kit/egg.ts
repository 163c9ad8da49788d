import { egg as other } from './egg.ts';
export const egg = () => other;

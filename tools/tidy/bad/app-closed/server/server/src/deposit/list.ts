import { readConfig } from '../app/config.ts';
export const list = readConfig;

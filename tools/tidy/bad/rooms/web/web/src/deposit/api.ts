import { list } from '@openmere/server/deposit/list.ts';
export const api = list;

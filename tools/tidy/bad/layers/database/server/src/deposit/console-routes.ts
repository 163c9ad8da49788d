import { createDatabase } from '../platform/db/connect.ts';
export const routes = createDatabase;

import { depositRoutes } from '../deposit/routes.ts';

export const serve = depositRoutes;

import { routes } from '../app/routes.ts';
export const list = routes;

import { credit } from './credit.ts';

export const depositRoutes = () => credit({ id: 'dep_1' });

import { expect, test } from 'vitest';
import { furtherRoutes } from './further-routes.ts';
import { isOpenPath } from './routes.ts';

test('refuses: a row that is open beside a rule that leads its visitors to the login', () => {
  for (const { path, access } of furtherRoutes)
    expect(`${path} ${isOpenPath(path) ? 'open' : 'closed'}`).toBe(
      `${path} ${access === 'open' ? 'open' : 'closed'}`,
    );
});

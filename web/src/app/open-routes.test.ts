import { expect, test } from 'vitest';
import { furtherRoutes } from './further-routes.ts';
import { isOpenPath } from './routes.ts';

test('refuses: a row that is open beside a rule that leads its visitors to the login', () => {
  for (const { path, access } of furtherRoutes)
    expect(`${path} ${isOpenPath(path) ? 'open' : 'closed'}`).toBe(
      `${path} ${access === 'open' ? 'open' : 'closed'}`,
    );
});

test('refuses: a row whose title is in a group that its screen does not load', () => {
  for (const { path, title, texts } of furtherRoutes)
    expect([path, 'app', ...texts]).toContain(title.includes('.') ? title.split('.', 1)[0] : 'app');
});

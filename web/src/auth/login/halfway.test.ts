// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { readStored, writeStored } from '../../platform/storage.ts';

test('behavior: a page that was dropped while the mail was read goes on with what was typed; left, it is forgotten', async () => {
  writeStored('general.halfway', JSON.stringify({ mode: 'mail', email: 'heron@example.org' }));
  const { dropHalfway, halfway, keepHalfway } = await import('./halfway.ts');
  expect(halfway).toEqual({ mode: 'mail', email: 'heron@example.org' });
  keepHalfway({ email: 'other@example.org' });
  expect(readStored('general.halfway')).toContain('other@example.org');
  dropHalfway();
  expect(readStored('general.halfway')).toBeUndefined();
});

test.each(['null', '{broken', '[]'])('refuses: a damaged entry begins empty: %s', async (damaged) => {
  vi.resetModules();
  writeStored('general.halfway', damaged);
  const { halfway } = await import('./halfway.ts');
  expect(halfway).toEqual({});
});

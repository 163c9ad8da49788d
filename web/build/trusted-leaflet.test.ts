import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { withoutMarkup } from './trusted-leaflet.ts';

test('refuses: a leaflet that asks in another way', () => {
  expect(() => withoutMarkup('export const map = 1;')).toThrow('no longer asks');
});

test('behavior: the installed leaflet asks for SVG by an element', () => {
  const code = readFileSync(createRequire(import.meta.url).resolve('leaflet'), 'utf8');
  expect(withoutMarkup(code)).not.toContain(`innerHTML = '<svg/>'`);
});

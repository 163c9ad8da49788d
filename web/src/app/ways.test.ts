import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
const sources = new Map(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(join(src, file), 'utf8')]),
);
const isRoutes = (file: string): boolean => /^app\/(further-)?routes\.ts$/.test(file);
/** Reached from elsewhere: by the link of a mail, by news, or the same as the wallet's tab (specification §2). */
const byAddress = new Set(['/pages/login/freeze', '/pages/webview/webview', '/pages/wallet/list/list']);

test('refuses: a screen that no other place of the app leads to', () => {
  const rows = [...sources].flatMap(([file, text]) =>
    isRoutes(file) ? [...text.matchAll(/row\('(\/pages\/[^']+)'.*?import\('\.\.\/([^']+)'\)/gs)] : [],
  );
  expect(rows.length).toBeGreaterThan(50);
  const lost = rows.filter(([, path = '', screen]) => {
    const named = new RegExp(`${path}(?![\\w/])`);
    return ![...sources].some(([file, text]) => !isRoutes(file) && file !== screen && named.test(text));
  });
  expect(lost.map(([, path]) => path).toSorted()).toEqual([...byAddress].toSorted());
});

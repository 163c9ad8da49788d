import { expect, test } from 'vitest';
import { checkPlainText } from './style-policy.ts';

test('refuses: whatever could open a tag or an entity', () => {
  for (const text of ['<img src=x onerror=alert(1)>', '</style><script>', 'a{}&lt;', '<']) {
    expect(checkPlainText(text), text).toBeNull();
  }
});

test('behavior: lets a style sheet through unchanged', () => {
  const css = '.a > .b::after{content:"x";color:var(--c)}@media (min-width: 576px){.c{top:0}}';
  expect(checkPlainText(css)).toBe(css);
});

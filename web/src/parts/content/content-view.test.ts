// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { tameNodes } from './content-view.tsx';

// What scripts are taken out is seen in a real browser (e2e/journey/mall.journey.ts): the cleaner does not trust this one's nodes.

const picture = `/files/${'0123456789abcdef'.repeat(2)}-1024x768.webp`;

function shown(html: string): string {
  const template = document.createElement('template');
  template.innerHTML = html;
  tameNodes(template.content);
  return template.innerHTML;
}

test('refuses: pictures from elsewhere, which would tell who looks', () => {
  expect(shown('<img src="https://elsewhere.example/a.png"><img src="//elsewhere.example/a.png">')).toBe('');
  expect(shown('<img src="/\\elsewhere.example/a.png">')).toBe('');
});

test('behavior: pictures of this server come when they are near, links stay links and give nothing away', () => {
  const html = shown(`<img src="${picture}" alt="a lamp"><p><a href="https://a.example/b">b</a></p>`);
  expect(html).toMatch(/<img[^>]+-640.webp"[^>]+loading="lazy"/);
  expect(html).toContain('width="1024" height="768"');
  expect(html).toContain('rel="noopener noreferrer nofollow"');
});

test('refuses: links that are no web pages; their text stays', () => {
  expect(
    shown(
      '<p><a href="mailto:a@a.example">write</a> <a href="/dev/mail">mails</a> <a href="http://a.example">plain</a></p>',
    ),
  ).toBe('<p>write mails plain</p>');
});

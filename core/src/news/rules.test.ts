import { expect, test } from 'vitest';
import { noticeKindOf } from './kinds.ts';
import { checkArticleTexts, checkArticleTimes, htmlOfTyped, SUMMARY_LENGTH_MAX, summaryOf } from './rules.ts';

test('refuses: to let what guards the account be muted like other news of it', () => {
  for (const change of ['emailbound', 'emailchanged', 'phonebound', 'walletbound', 'subindependent'])
    expect([change, noticeKindOf(`member.notice.${change}`)]).toEqual([change, 'security']);
  expect(noticeKindOf('auth.notice.paypasswordset')).toBe('security');
  expect(noticeKindOf('member.notice.picturestaken')).toBe('account');
});

test.each([
  ['nothing at all', {}, {}],
  ['a title without a text', { en: 'Title' }, {}],
  ['a text in another language than the title', { en: 'Title' }, { ja: 'Text' }],
  ['blanks', { en: '  ' }, { en: ' ' }],
  ['one language that has only a title', { en: 'Title', ko: 'Title' }, { en: 'Text' }],
])('refuses: %s', (_what, titles, contents) => {
  expect(checkArticleTexts(titles, contents)?.code).toBe('news.needtext');
});

test('refuses: an article that ends before it begins', () => {
  expect(checkArticleTimes(2_000, 2_000)?.code).toBe('news.badtime');
  expect(checkArticleTimes(2_000, 2_001)).toBeUndefined();
  expect(checkArticleTimes(2_000, undefined)).toBeUndefined();
});

test('behavior: languages may be left out as a whole', () => {
  expect(checkArticleTexts({ en: 'Title', ko: '' }, { en: 'Text', ko: ' ' })).toBeUndefined();
});

test('behavior: plain text becomes paragraphs, markup stays as it is', () => {
  expect(htmlOfTyped('One & two\nline\n\nThree < four')).toBe(
    '<p>One &amp; two<br>line</p>\n<p>Three &lt; four</p>',
  );
  expect(htmlOfTyped('<p>One</p>')).toBe('<p>One</p>');
});

test('behavior: a summary ends with a word and says that more follows', () => {
  expect(summaryOf('Short.')).toBe('Short.');
  const long = summaryOf('one two three '.repeat(20));
  expect(long).toMatch(/ (one|two|three)…$/);
  expect(long.length).toBeLessThanOrEqual(SUMMARY_LENGTH_MAX);
  expect(summaryOf('字'.repeat(200))).toBe(`${'字'.repeat(SUMMARY_LENGTH_MAX - 1)}…`);
  expect(summaryOf('😀'.repeat(200))).toBe(`${'😀'.repeat(SUMMARY_LENGTH_MAX - 1)}…`);
});

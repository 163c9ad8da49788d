import { Refusal } from '../kit/refusal.ts';
import type { Texts } from '../kit/texts.ts';

/** News is told in the list and the ticker; media are what home shows of partners. */
export const articleKinds = ['news', 'media'] as const;
export const articleStates = ['draft', 'published', 'withdrawn'] as const;
export type ArticleState = (typeof articleStates)[number];

/** Characters of a title and of an article, markup included. */
export const TITLE_LENGTH_MAX = 200;
export const CONTENT_LENGTH_MAX = 20_000;

/** An article needs a title and a text in at least one language, and in each language both or none. */
export function checkArticleTexts(titles: Texts, contents: Texts): Refusal | undefined {
  const told = (texts: Texts): string[] =>
    Object.entries(texts)
      .filter(([, text]) => text.trim() !== '')
      .map(([locale]) => locale)
      .sort();
  const [titled, written] = [told(titles), told(contents)];
  return titled.length === 0 || titled.join() !== written.join() ? new Refusal('news.needtext') : undefined;
}

/** An article ends after it begins. Times in milliseconds. */
export function checkArticleTimes(from: number, until: number | undefined): Refusal | undefined {
  return until !== undefined && until <= from ? new Refusal('news.badtime') : undefined;
}

/** Characters of a text that a list shows. */
export const SUMMARY_LENGTH_MAX = 160;
/** Where no word ends in the last third, as where words have no blanks between them, it is cut between two characters. */
const SHORTEST = 2 / 3;

/** The beginning of a text, up to the end of a word, with an ellipsis where more follows. */
export function summaryOf(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= SUMMARY_LENGTH_MAX) return text;
  const start = characters.slice(0, SUMMARY_LENGTH_MAX - 1).join('');
  const wordEnd = start.lastIndexOf(' ');
  const kept = wordEnd >= start.length * SHORTEST ? start.slice(0, wordEnd) : start;
  return `${kept.replace(/[\s.,;:·、，。]+$/u, '')}…`;
}

const HAS_MARKUP = /<[a-z][^>]*>/i;

/** What an operator typed, as HTML: plain text gets a paragraph for each part between empty lines. */
export function htmlOfTyped(typed: string): string {
  if (HAS_MARKUP.test(typed)) return typed;
  return typed
    .trim()
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeText(part).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

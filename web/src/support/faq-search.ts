import type { Locale } from '@openmere/core/kit/language.ts';
import MiniSearch from 'minisearch';

export type Article = { readonly id: string; readonly question: string; readonly answer: string };

/** Written without spaces: what a segmenter cuts differently in a question and in a text still has pairs of letters in common. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function pairsOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** Words of a text in its language; accents do not matter. */
export function wordsOf(text: string, locale: Locale): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  const words = [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(plain)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
  return words.flatMap((word) =>
    UNSPACED.test(word) ? [word, ...pairsOf(word)] : [word.normalize('NFD').replace(/[\u0300-\u036f]/g, '')],
  );
}

/** Finds articles by words, also by their beginnings and with a slip in them; the best first. An empty question finds all. */
export function createFaqSearch(
  articles: readonly Article[],
  locale: Locale,
): (query: string) => readonly string[] {
  const index = new MiniSearch<Article>({
    fields: ['question', 'answer'],
    tokenize: (text) => wordsOf(text, locale),
    searchOptions: {
      boost: { question: 3 },
      prefix: true,
      fuzzy: (word) => (word.length > 3 ? 0.25 : false),
    },
  });
  index.addAll(articles);
  return (query) =>
    query.trim() === ''
      ? articles.map(({ id }) => id)
      : index.search(query).map(({ id }: { id: unknown }) => String(id));
}

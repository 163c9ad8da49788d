/**
 * What is searched by, in nine languages. Words of scripts with spaces are kept whole and found by their beginnings. Chinese,
 * Japanese, Korean and Thai write several words in one run: every sign and every pair of neighbours is kept, and what is
 * looked for is cut into words by the dictionary of the platform (Intl.Segmenter), then into the same pairs.
 */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}\u30fc]\p{M}*|[\p{L}\p{N}]\p{M}*/gu;
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}\u30fc]/u;
const WORD_LENGTH_MAX = 40;
/** Of one query; more words only make it slower. */
const QUERY_TOKENS_MAX = 24;

/**
 * One form for what readers take for the same: width, case, accents of Latin letters (Vietnamese is often typed without),
 * katakana and hiragana, tone marks of Thai.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .replaceAll(/[\u0e48-\u0e4c]/g, '')
    .replaceAll(/[\u30a1-\u30f6]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60));
}

type Run = { isSpaced: boolean; signs: string[] };

/** Neighbouring signs of one kind of script; whatever is neither letter nor digit parts them. */
function listRuns(text: string): Run[] {
  const runs: Run[] = [];
  let end = -1;
  for (const { 0: sign, index } of foldText(text).matchAll(RUN)) {
    const isSpaced = !UNSPACED.test(sign);
    const last = runs.at(-1);
    if (last && last.isSpaced === isSpaced && index === end) last.signs.push(sign);
    else runs.push({ isSpaced, signs: [sign] });
    end = index + sign.length;
  }
  return runs;
}

function* pairs(signs: readonly string[]): Generator<string> {
  if (signs.length === 1) yield signs[0] ?? '';
  for (let at = 1; at < signs.length; at += 1) yield `${signs[at - 1]}${signs[at]}`;
}

/** Everything by which a text is found, each once. */
export function searchTokens(text: string): string[] {
  const tokens = new Set<string>();
  for (const { isSpaced, signs } of listRuns(text)) {
    if (isSpaced) tokens.add(signs.join('').slice(0, WORD_LENGTH_MAX));
    else for (const token of [...signs, ...pairs(signs)]) tokens.add(token);
  }
  return [...tokens];
}

export type QueryToken = { text: string; isBeginning: boolean };

/** What a text must have all of to be found by this query; empty when there is nothing to look for. */
export function queryTokens(query: string): QueryToken[] {
  const tokens = new Map<string, QueryToken>();
  for (const { isSpaced, signs } of listRuns(query)) {
    const parts = isSpaced ? [signs.join('').slice(0, WORD_LENGTH_MAX)] : cutWords(signs);
    for (const text of parts) tokens.set(text, { text, isBeginning: isSpaced });
  }
  return [...tokens.values()].slice(0, QUERY_TOKENS_MAX);
}

function cutWords(signs: readonly string[]): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return [...segmenter.segment(signs.join(''))].flatMap(({ segment }) => [
    ...pairs(listRuns(segment).flatMap((run) => run.signs)),
  ]);
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const HANGUL = 0xac00;
const letterOf = (number: number): string => LETTERS[number % LETTERS.length] ?? '';

/**
 * The same text in letters of ASCII, for comparing by trigrams: PostgreSQL sees no other letters where the database has the locale C.
 * A syllable of Korean becomes its two or three letters; kana, Thai and other alphabets one letter a sign; a Han sign a word of
 * its own. Different texts rarely become the same; it is only ever compared, never shown.
 */
export function trigramText(text: string): string {
  return listRuns(text)
    .map(({ signs }) => signs.map((sign) => Array.from(sign, (one) => spell(one)).join('')).join(''))
    .join(' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}

function spell(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x80) return sign;
  if (code >= HANGUL && code < HANGUL + 11_172) {
    const syllable = code - HANGUL;
    const final = syllable % 28;
    const vowel = Math.floor((syllable % 588) / 28);
    return (
      letterOf(Math.floor(syllable / 588)) + letterOf(19 + (vowel % 17)) + (final ? letterOf(final % 19) : '')
    );
  }
  if (!/\p{Script=Han}/u.test(sign)) return letterOf(code);
  const mixed = (code * 40_503) % 46_649;
  return ` ${letterOf(mixed)}${letterOf(Math.floor(mixed / 36))}${letterOf(Math.floor(mixed / 1_296))} `;
}

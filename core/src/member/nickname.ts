import { Refusal } from '../kit/refusal.ts';
import { latinLookalikes, reservedAnywhere, reservedWords } from './reserved-names.ts';

/** Characters as people count them (specification §3): é, 한 and a flag are one each. */
export const NICKNAME_MAX = 20;
/** A heap of accents on one letter is no name. */
const MARKS_MAX = 4;

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

export function graphemesOf(text: string): string[] {
  return [...segmenter.segment(text)].map((part) => part.segment);
}

/** As stored and shown: NFKC (full-width and fancy letters become plain), outer spaces gone, inner ones single. */
export function normaliseNickname(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/gu, ' ');
}

/**
 * May this be a nickname? To be asked of the text as typed. Refusals in order: `member.nicknamelong` `{ max }`,
 * `member.nicknamebad` (empty, invisible or steering characters, mixed look-alike scripts, links, or a name that pretends
 * to be the house) (T29).
 */
export function checkNickname(text: string): Refusal | undefined {
  const nickname = normaliseNickname(text);
  const graphemes = graphemesOf(nickname);
  if (graphemes.length > NICKNAME_MAX) return new Refusal('member.nicknamelong', { max: NICKNAME_MAX });
  return isHonestName(text) ? undefined : new Refusal('member.nicknamebad');
}

/** Whether a name shows what it is, whoever it names: nothing invisible, no mixed look-alikes, no link, not the house's. */
export function isHonestName(text: string): boolean {
  const name = normaliseNickname(text);
  const graphemes = graphemesOf(name);
  return (
    graphemes.length > 0 &&
    graphemes.every((grapheme) => Array.from(grapheme).length <= MARKS_MAX) &&
    !hasForbiddenCharacter(text) &&
    !hasForbiddenCharacter(name) &&
    /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(name) &&
    !/:\/\/|www\./i.test(name) &&
    isOneWritingSystem(name) &&
    !isReservedName(name)
  );
}

/**
 * Controls, format characters (zero width, bidirectional), unassigned and private ones, everything that shows as nothing,
 * line separators, brackets of markup, and letters drawn as pictures. The emoji selector U+FE0F is let through.
 */
function hasForbiddenCharacter(text: string): boolean {
  const flags = text.match(/\p{Regional_Indicator}/gu)?.length ?? 0;
  return (
    /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800<>{}\\`\u{1f110}-\u{1f1ad}]/u.test(text) ||
    /\p{Default_Ignorable_Code_Point}/u.test(text.replaceAll('\ufe0f', '')) ||
    flags > 2
  );
}

/** Scripts that may stand together (UTS #39, highly restrictive), and others that may stand alone. */
const together: readonly RegExp[] = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Latin}\p{Script=Thai}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Bengali}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Tamil}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Khmer}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Lao}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Myanmar}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Georgian}\p{Script=Common}\p{Script=Inherited}]*$/u,
];

function isOneWritingSystem(text: string): boolean {
  return together.some((scripts) => scripts.test(text));
}

/** Names that look alike have one skeleton; nicknames are unique by it. Not for showing. */
export function skeletonOf(text: string): string {
  const plain = normaliseNickname(text).toLowerCase().normalize('NFD');
  const bare = Array.from(plain)
    .filter((character) => !/[\u0300-\u036f\u20d0-\u20ff\ufe0f]/u.test(character))
    .map((character) => latinLookalikes.get(character) ?? character)
    .join('');
  return bare
    .normalize('NFC')
    .replace(/[il1|]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/\s/g, '');
}

/** Digits and signs that stand for letters in names that pretend. */
const leet: Readonly<Record<string, string>> = {
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
  '!': 'l',
};

function disguiseless(text: string): string {
  return Array.from(skeletonOf(text))
    .map((character) => leet[character] ?? character)
    .join('')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');
}

/** Whether a name pretends to be the house, in whatever disguise. */
export function isReservedName(nickname: string): boolean {
  const letters = disguiseless(nickname).replace(/[^\p{L}\p{N}\p{M}]/gu, '');
  if (reservedAnywhere.some((name) => letters.includes(disguiseless(name)))) return true;
  const spaced = nickname.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  // @, $, ! and | may stand for letters or between words: both readings are looked at, with and without a number behind.
  const words = [/[^\p{L}\p{N}\p{M}@$!|]+/u, /[^\p{L}\p{N}\p{M}]+/u]
    .flatMap((between) => spaced.split(between))
    .flatMap((word) => [word, word.replace(/\p{N}+$/u, '')])
    .map(disguiseless);
  return reservedWords.some((name) => {
    const wanted = disguiseless(name);
    return letters === wanted || words.includes(wanted);
  });
}

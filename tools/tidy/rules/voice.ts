import type { Rule } from '../tree.ts';
import { listMessageFiles, readMessages } from './locales.ts';

/** Words that docs/voice.md has replaced, by the language they stood in. */
const REPLACED: readonly (readonly [locale: string, phrase: RegExp])[] = [
  ['en', /\bfor ever\b/i],
  ['en', /\bthe least is\b|\bleast amount\b/i],
  ['en', /\bthe same again\b/i],
  ['en', /^forgotten\?$/i],
  ['en', /\bpresent password\b/i],
  ['en', /\bcan only leave\b/i],
  ['en', /\bremove from view\b/i],
  ['zh-Hans', /您|网络错误|净值/],
  ['zh-Hant', /您|充值|提現|網路錯誤/],
  ['ja', /振替|転送|紐付け|産出|清算/],
  ['ko', /나가기만|산출/],
  // A bank's transfer is called that.
  ['ko', /(?<!은행 |은행에서 )이체(?! 확인증|할 때 메모)/],
  ['th', /ออกได้อย่างเดียว|วอลเล็[ตท]|แฮชพาวเวอร์|กำลังขุด|ผิดเครือข่าย/],
  ['vi', /^Giữ để |hash power|lợi suất/i],
  ['ms', /kuasa cincang/i],
  ['es', /"?Mantén (?!pulsado|en )/],
  ['es', /monedero|billetera|hash power/i],
];

export const voice: Rule = {
  name: 'voice',
  about: 'Texts say it in the words of docs/voice.md.',
  check: (tree) =>
    listMessageFiles(tree).flatMap(({ path }) => {
      const phrases = REPLACED.filter(([locale]) =>
        path.split('/').some((part) => part.replace('.json', '') === locale),
      );
      return Object.entries(readMessages(tree, path)).flatMap(([key, message]) =>
        phrases
          .filter(([, phrase]) => phrase.test(message))
          .map(([, phrase]) => ({
            path,
            line: 1,
            message: `${key} says "${phrase.exec(message)?.[0]}", which docs/voice.md has replaced`,
          })),
      );
    }),
};

import type { Rule } from '../tree.ts';
import { listMessageFiles, readMessages } from './locales.ts';

/** Promises that nobody can keep (rulebook §0.4, threats.md §5 R8), in the languages of the app. */
const BANNED: readonly RegExp[] = [
  /(?<!\bno |\bnot |\bnever )\bguaranteed (return|profit|yield|income|interest)/i,
  /\brisk[- ]?free\b/i,
  /\bno risk\b/i,
  /\b(stable|passive|fixed) income\b/i,
  /\bget rich\b/i,
  /\bdouble your\b/i,
  /\b\d+ ?% (apr|apy|a day|daily|per day)\b/i,
  /\bdeposit more to withdraw\b/i,
  /保本|稳赚|稳赚不赔|零风险|无风险|保证收益|固定收益|躺赚|暴富/,
  /穩賺|穩賺不賠|零風險|無風險|保證收益|保證獲利|固定收益|躺賺|暴富/,
  /元本保証|必ず儲かる|ノーリスク|リスクゼロ/,
  /원금 ?보장|수익 ?보장|무위험|리스크 ?제로/,
  /lợi nhuận đảm bảo|cam kết lợi nhuận|không rủi ro|thu nhập thụ động/i,
  /pulangan (yang )?dijamin|untung (yang )?dijamin|bebas risiko|tanpa risiko|pendapatan pasif/i,
  /การันตีผลตอบแทน|รับประกันผลตอบแทน|ไม่มีความเสี่ยง|ไร้ความเสี่ยง/,
  /(rentabilidad|ganancia|beneficio)s? garantizad[ao]s?|sin riesgo|libre de riesgos?|ingresos? pasivos?/i,
];

export const honestTexts: Rule = {
  name: 'honest-texts',
  about: 'No text promises a yield, or that there is no risk.',
  check: (tree) =>
    listMessageFiles(tree).flatMap(({ path }) =>
      Object.entries(readMessages(tree, path)).flatMap(([key, message]) =>
        BANNED.filter((phrase) => phrase.test(message)).map((phrase) => ({
          path,
          line: 1,
          message: `${key} promises what nobody can: ${phrase.exec(message)?.[0]}`,
        })),
      ),
    ),
};

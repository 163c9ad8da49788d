import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText, queryTokens, searchTokens, trigramText } from './search-text.ts';

/** Whether each thing that is looked for is there, as the database compares them. */
function finds(text: string, query: string): boolean {
  const tokens = searchTokens(text);
  const wanted = queryTokens(query);
  return (
    wanted.length > 0 &&
    wanted.every((one) =>
      tokens.some((token) => (one.isBeginning ? token.startsWith(one.text) : token === one.text)),
    )
  );
}

test.each([
  ['en', 'Stoneware teapot, 600 ml', 'teapot', 'kettle'],
  ['en by its beginning', 'Stoneware teapots', 'teapot', 'pots'],
  ['es without accents', 'Cafetera clásica de cerámica', 'ceramica clasica', 'clásicos'],
  ['vi without accents', 'Ấm trà đất nung', 'am tra dat', 'ấm sứ'],
  ['ms', 'Teko seramik buatan tangan', 'Seramik', 'teko besi'],
  ['zh-Hans in the middle of a run', '手工陶瓷茶壶套装', '茶壶', '咖啡'],
  ['zh-Hant two words with no space', '黑色手機保護殼', '手機殼', '耳機'],
  ['zh one sign', '龙井茶', '茶', '酒'],
  ['ja kana of either kind', '陶器のティーポット', 'てぃーぽっと', 'コーヒー'],
  ['ja half width', 'ｺｰﾋｰ豆 200g', 'コーヒー豆', '紅茶'],
  ['ko a part of a compound', '무선이어폰 케이스', '이어폰', '헤드폰'],
  ['th no spaces', 'กาน้ำชาเซรามิกทำมือ', 'กาน้ำชา', 'ถ้วยกาแฟ'],
  ['th without tone marks', 'กาน้ำชา', 'กานำชา', 'แก้ว'],
  ['mixed scripts', 'iPhone手机壳 2026', 'iphone 手机', 'android 手机'],
])('behavior: %s', (_name, text, query, other) => {
  expect(finds(text, query)).toBe(true);
  expect(finds(text, other)).toBe(false);
});

test('refuses: nothing to look for is no query', () => {
  for (const query of ['', '  ', '!?', '—', '\u0000']) expect(queryTokens(query)).toEqual([]);
});

test('behavior: trigrams are of letters that every database knows; a sign is a word, a syllable its letters', () => {
  expect(trigramText('Crème Brûlée')).toBe('creme brulee');
  expect(trigramText('茶壶 X2').split(' ')).toHaveLength(3);
  expect(trigramText('무선')).not.toBe(trigramText('무신'));
  expect(trigramText('무선').length).toBe(5);
});

test('property: any text is found by itself, and its spelling has only letters, digits and spaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      expect(trigramText(text)).toMatch(/^[a-z0-9 ]*$/);
      expect(foldText(foldText(text)).length).toBeLessThanOrEqual(foldText(text).length * 3);
      for (const { text: token, isBeginning } of queryTokens(text))
        expect(isBeginning || searchTokens(text).includes(token)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

import type { Locale } from '@openmere/core/kit/language.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { addGoods, addType } from '../../test/goods.ts';

let app: TestApp;
let kitchen: string;
const named = (names: Partial<Record<Locale, string>>, content = '') =>
  Object.fromEntries(Object.entries(names).map(([locale, name]) => [locale, { name, content }]));

beforeAll(async () => {
  app = await openTestApp();
  kitchen = await addType(app, { en: 'Kitchen' });
  const audio = await addType(app, { en: 'Audio' });
  await addGoods(app, {
    typeId: kitchen,
    price: 30,
    texts: named({
      en: 'Stoneware teapot',
      'zh-Hans': '手工陶瓷茶壶套装',
      'zh-Hant': '手工陶瓷茶壺組',
      ko: '도자기 찻주전자',
      ja: '陶器のティーポット',
      vi: 'Ấm trà gốm',
      ms: 'Teko seramik',
      th: 'กาน้ำชาเซรามิกทำมือ',
      es: 'Tetera de cerámica',
    }),
  });
  await addGoods(app, { typeId: kitchen, price: 5, stock: 0, texts: named({ en: 'Tea cup', ko: '찻잔' }) });
  await addGoods(app, {
    typeId: audio,
    price: 80,
    coinId: 'USDO',
    texts: named(
      { en: 'Wireless headphones', ko: '무선이어폰', 'zh-Hant': '無線耳機' },
      '<p>Up to 40 hours of <b>battery</b></p>',
    ),
  });
  await addGoods(app, { typeId: audio, state: 'withdrawn', texts: named({ en: 'Withdrawn teapot' }) });
}, 60_000);
afterAll(() => app.close());

async function search(text: string, more: object = {}): Promise<string[]> {
  const { envelope } = await app.post('member', 'Goods/GetGoodsPage', { search: text, ...more });
  expect(envelope).toMatchObject({ success: true });
  expect(envelope.total).toBe(envelope.list?.length);
  return (envelope.list as { name: string }[]).map((row) => row.name);
}

test('refuses: an empty search; nothing is found by signs that are no letters, or by what is a query of the database', async () => {
  expect((await app.post('member', 'Goods/GetGoodsPage', { search: ' ' })).envelope.code).toBe('invalid');
  for (const text of ['!!!', `' | 'x`, `a':* & !'b`, '\\', '%', '<->', '∎'.repeat(60)])
    expect(await search(text)).toEqual([]);
});

test.each([
  ['en', 'teapot'],
  ['en, two words in any order', 'TEAPOT stone'],
  ['zh-Hans, inside of a run', '茶壶'],
  ['zh-Hant', '茶壺'],
  ['ko, a part of a word', '주전자'],
  ['ja, hiragana for katakana', 'てぃーぽっと'],
  ['vi, without accents', 'am tra'],
  ['ms', 'teko'],
  ['th, a word of a run', 'เซรามิก'],
  ['es, without accents', 'ceramica'],
])('behavior: found in %s by %s', async (_name, text) => {
  expect(await search(text)).toContain('Stoneware teapot');
});

test.each([
  ['en, a letter left out', 'headphnes', 'Wireless headphones'],
  ['en, a letter left out of a short word', 'tepot', 'Stoneware teapot'],
  ['es, two letters exchanged in a short word', 'tetrea', 'Stoneware teapot'],
  ['en, two letters exchanged', 'haedphones', 'Wireless headphones'],
  ['en, doubled', 'stonewware', 'Stoneware teapot'],
  ['es, with a slip', 'tetrea de ceramica', 'Stoneware teapot'],
  ['vi', 'am tra gomm', 'Stoneware teapot'],
  ['zh-Hans, one sign wrong', '陶瓷茶湖套装', 'Stoneware teapot'],
  ['ko, one vowel wrong and no space', '도자기찻주전지', 'Stoneware teapot'],
  ['ja, one sign wrong', '陶器のティーホット', 'Stoneware teapot'],
  ['th, one letter wrong', 'กานำชาเซรามีก', 'Stoneware teapot'],
])('behavior: a slip is forgiven: %s', async (_name, text, found) => {
  expect(await search(text)).toContain(found);
});

test('behavior: names first, then the beginnings of texts; what was withdrawn is not found', async () => {
  expect(await search('battery')).toEqual(['Wireless headphones']);
  expect(await search('tea')).toEqual(['Tea cup', 'Stoneware teapot']);
  expect(await search('withdrawn')).toEqual([]);
});

test('behavior: a search keeps to a type, a coin, what is in stock, an order and a page', async () => {
  expect(await search('tea', { sort: 'price' })).toEqual(['Tea cup', 'Stoneware teapot']);
  expect(await search('tea', { sort: '-price' })).toEqual(['Stoneware teapot', 'Tea cup']);
  expect(await search('tea', { instock: '1' })).toEqual(['Stoneware teapot']);
  expect(await search('wireless', { pid: kitchen })).toEqual([]);
  expect(await search('wireless', { coinid: 'USDO' })).toEqual(['Wireless headphones']);
  const { envelope } = await app.post('member', 'Goods/GetGoodsPage', {
    search: 'tea',
    page: 2,
    pageSize: 1,
  });
  expect(envelope).toMatchObject({ total: 2, list: [{ name: 'Stoneware teapot' }] });
});

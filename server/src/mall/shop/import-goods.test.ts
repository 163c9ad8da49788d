import type { RowProblem } from '@openmere/core/mall/own-goods-contract.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../platform/db/connect.ts';
import { openTestApp, reasonIn } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { addType } from '../../test/goods.ts';
import { addMember } from '../../test/people.ts';
import { createShop } from './shop-store.ts';

let app: TestApp;
let token: string;
let picture: string;
beforeAll(async () => {
  app = await openTestApp();
  const ann = await addMember(app, { activated: true });
  await inTransaction(app.owner, (tx) =>
    createShop(tx, { memberId: ann.id, name: 'Lake Pottery', logo: '', kind: 'home', about: '' }),
  );
  token = await app.session(ann.id);
  const file = `${'a'.repeat(32)}.webp`;
  await sql`insert into upload (name, member_id, bytes) values (${file}, ${ann.id}, 1)`.execute(app.owner);
  picture = `/files/${file}`;
  const home = await addType(app, { en: 'Home', ja: '住まい' });
  await addType(app, { en: 'Kitchen', ja: 'キッチン' }, home);
}, 60_000);
afterAll(() => app.close());

type Answer = {
  reason: string;
  data: {
    hash: string;
    goods: number;
    variants: number;
    withoutpicture: number;
    done: boolean;
    problems: { line: number; column: string; problem: RowProblem }[];
  };
};

async function send(file: string | Buffer, confirm?: string): Promise<Answer> {
  const form = new FormData();
  form.set('upfile', new Blob([new Uint8Array(Buffer.from(file as string))]), 'goods.csv');
  const packed = new Response(form);
  const response = await app.servers.member.inject({
    method: 'POST',
    url: `/Goods/ShopGoodsImport${confirm === undefined ? '' : `?confirm=${confirm}`}`,
    headers: { token, lang: '2', 'content-type': packed.headers.get('content-type') ?? '' },
    payload: Buffer.from(await packed.arrayBuffer()),
  });
  const envelope = response.json<never>();
  return {
    reason: reasonIn({ status: 200, body: '', envelope }),
    data: (envelope as { data: Answer['data'] }).data,
  };
}

const head = 'goods,type,coin,name_en,name_ja,content_en,variant_en,price,obl,stock';
const cup = 'cup,Home / Kitchen,USDT,Blue cup,青いカップ,<p>Thrown by hand</p>,Small,10,1,5';
const big = 'cup,,,,,,Large,14.5,,3';
const table = (...rows: string[]): string => [head, ...rows].join('\r\n');
const countGoods = async () =>
  (await app.post('member', 'Goods/ShopGoods', {}, { token })).envelope.list?.length;

test('refuses: more goods than a shop keeps, one by one and by file, already at the dry run', async () => {
  const other = await addMember(app, { activated: true });
  const shop = await inTransaction(app.owner, (tx) =>
    createShop(tx, { memberId: other.id, name: 'Large Shop', logo: '', kind: 'home', about: '' }),
  );
  const type = await addType(app, { en: 'Large' });
  const before = token;
  token = await app.session(other.id);
  onTestFinished(() => {
    token = before;
  });
  const file = `/files/${'b'.repeat(32)}.webp`;
  await sql`insert into upload (name, member_id, bytes) values (${file.slice(7)}, ${other.id}, 1)`.execute(
    app.owner,
  );
  await sql`insert into goods (id, shop_id, type_id, coin_id, state)
    select 'gds_' || lpad(n::text, 26, '0'), ${shop?.id}, ${type}, 'USDT', 'withdrawn' from generate_series(1, 9999) n`.execute(
    app.owner,
  );
  const last = cup.replace('Home / Kitchen', 'Large');
  expect((await send(table(last, last.replace('cup,', 'jug,')))).reason).toBe('mall.manygoods');
  expect((await send(table(last), (await send(table(last))).data.hash)).reason).toBe('ok');
  const draft = {
    requestId: crypto.randomUUID(),
    typeid: type,
    coinid: 'USDT',
    names: { en: 'Cup' },
    pictures: [file],
    skus: [{ price: '1' }],
    state: 'forsale',
  };
  expect(reasonIn(await app.post('member', 'Goods/ShopGoodsSave', draft, { token }))).toBe('mall.manygoods');
});

test('refuses: what is no CSV in UTF-8 or marked UTF-16, and what is too large', async () => {
  for (const bad of [
    '',
    'one line only',
    `${head}\r\n"open quote`,
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]),
    Buffer.from('caf\xe9,a\n1,2', 'latin1'),
  ])
    expect((await send(bad)).reason).toBe('mall.badfile');
  expect((await send(table(`${'x'.repeat(600 * 1024)},,,,,,,,,`))).reason).toBe('mall.bigfile');
});

test.each<[string, string, [number, string, RowProblem][]]>([
  [
    'a column that is missing',
    'goods,type\r\ncup,x',
    [
      [1, 'coin', 'missingcolumn'],
      [1, 'price', 'missingcolumn'],
      [1, 'stock', 'missingcolumn'],
    ],
  ],
  ['a column that nobody knows', `${head},color\r\n${cup},red`, [[1, 'color', 'unknowncolumn']]],
  [
    'a formula',
    table(
      cup
        .replace('Blue cup', '=HYPERLINK("x")')
        .replaceAll('"', '""')
        .replace('=HYPERLINK(""x"")', '"=HYPERLINK(""x"")"'),
    ),
    [[2, 'name_en', 'formula']],
  ],
  [
    'a type, a coin, a price, OBL and stock that are none',
    table('cup,Garden,OPEN,Cup,,,,0,2,many'),
    [
      [2, 'type', 'badtype'],
      [2, 'coin', 'badcoin'],
      [2, 'price', 'badprice'],
      [2, 'stock', 'badstock'],
    ],
  ],
  [
    'a name of nothing that is seen',
    table('cup,Home / Kitchen,USDT,\u202e\u200b,,,,1,,1'),
    [[2, 'name_en', 'noname']],
  ],
  [
    'more OBL than price',
    table('cup,Kitchen,USDT,Cup,,,,1,2,1'),
    [
      [2, 'type', 'badtype'],
      [2, 'obl', 'bigobl'],
    ],
  ],
  ['no name', table('cup,Home,USDT,,,,,1,,1'), [[2, 'name_en', 'noname']]],
  ['two variants of one name', table(cup, big.replace('Large', 'small')), [[3, 'variant_en', 'twovariants']]],
  [
    'a later row that says something else',
    table(cup, 'cup,Home,USDT,,,,Large,1,,1'),
    [[3, 'type', 'differs']],
  ],
  [
    'no key, and more cells than heads',
    table(`,${cup.slice(4)},more`),
    [
      [2, '', 'cells'],
      [2, 'goods', 'nokey'],
    ],
  ],
])('refuses: %s, by its line and column', async (_what, file, expected) => {
  const { reason, data } = await send(file);
  expect(reason).toBe('ok');
  expect(data.problems.map(({ line, column, problem }) => [line, column, problem])).toEqual(expected);
  expect((await send(file, data.hash)).reason).toBe('mall.importproblems');
});

test('behavior: a dry run makes nothing; its hash makes all of it, once', async () => {
  const file = table(cup, big, "bowl,住まい,usdo,'=Bowl,,,,3,,1");
  const looked = await send(file);
  expect(looked.data).toMatchObject({ goods: 2, variants: 3, withoutpicture: 2, problems: [], done: false });
  expect(await countGoods()).toBe(0);
  expect((await send(table(cup), looked.data.hash)).reason).toBe('mall.importchanged');
  expect((await send(file, looked.data.hash)).data).toMatchObject({ goods: 2, done: true });
  expect(await countGoods()).toBe(2);
  expect((await send(file, looked.data.hash)).reason).toBe('mall.imported');
  const { list } = (await app.post('member', 'Goods/ShopGoods', {}, { token })).envelope;
  // Without a picture they wait; the apostrophe that kept the spreadsheet from computing is gone.
  expect(list).toMatchObject([
    { name: '=Bowl', coinid: 'USDO', state: 'withdrawn' },
    {
      name: 'Blue cup',
      skus: [
        { names: { en: 'Small' }, price: '10', obl: '1', stock: 5 },
        { price: '14.5', obl: '0' },
      ],
    },
  ]);
});

test.each([
  ['UTF-8 with its mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16 as spreadsheets write it', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['semicolons', (text: string) => Buffer.from(text.replaceAll(',', ';'))],
  ['tabs', (text: string) => Buffer.from(text.replaceAll(',', '\t'))],
])('behavior: %s is read alike', async (_what, encode) => {
  expect((await send(encode(table(cup, big)))).data).toMatchObject({ goods: 1, variants: 2, problems: [] });
});

test('behavior: goods from a file of a closed shop are listed when it opens', async () => {
  const open = (flag: string) => app.post('member', 'Goods/ShopSave', { open: flag }, { token });
  const seen = async () =>
    JSON.stringify((await app.post('member', 'Goods/GetGoodsPage', {})).envelope.list).includes('Vase');
  await open('0');
  const file = [`${head},pictures`, `vase,Home,USDT,Vase,,,,10,,5,${picture}`].join('\r\n');
  const { data } = await send(file);
  expect((await send(file, data.hash)).data).toMatchObject({ done: true, problems: [] });
  expect(await seen()).toBe(false);
  await open('1');
  expect(await seen()).toBe(true);
});

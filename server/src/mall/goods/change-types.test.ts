import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, reasonIn } from '../../test/app.ts';
import type { Heard, TestApp } from '../../test/app.ts';
import { addGoods } from '../../test/goods.ts';

let app: TestApp;
let tokens: Record<'content' | 'risk', string>;
beforeAll(async () => {
  app = await openTestApp();
  tokens = { content: await app.operator('content'), risk: await app.operator('risk') };
}, 60_000);
afterAll(() => app.close());

type Type = { id: string; pid: string; depth: number; goods: number; empty: boolean; names: object };
const ask = (path: string, body: object = {}, token = tokens.content): Promise<Heard> =>
  app.post('console', path, body, { token });
const save = (name: string, more: object = {}): Promise<Heard> =>
  ask('Admin/GoodsTypeSave', { pid: '0', names: { en: name }, positions: 0, sort: 0, ...more });
const add = async (name: string, pid = '0'): Promise<string> =>
  ((await save(name, { pid })).envelope.data as Type).id;
const tree = async (): Promise<Type[]> => (await ask('Admin/GoodsTypes')).envelope.list as Type[];
const goodsIn = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await tree()).map((type) => [(type.names as { en: string }).en, type.goods]));
const listed = async (pid: string): Promise<number> =>
  Number((await app.post('member', 'Goods/GetGoodsPage', { pid })).envelope.total);

test('refuses: who may not, what is not there, no English name, a cycle, too deep, a neighbour’s name', async () => {
  expect(reasonIn(await ask('Admin/GoodsTypeSave', {}, tokens.risk))).toBe('request.forbidden');
  expect(reasonIn(await save('Lost', { id: 'gty_nobody' }))).toBe('mall.notype');
  expect(reasonIn(await save('', { names: { ko: '정원' } }))).toBe('mall.typename');
  const steps = ['0'];
  for (const name of ['One', 'Two', 'Three', 'Four']) steps.push(await add(name, steps.at(-1)));
  expect(reasonIn(await save('Five', { pid: steps[4] }))).toBe('mall.deeptype');
  expect(reasonIn(await save('One', { id: steps[1], pid: steps[3] }))).toBe('mall.typecycle');
  expect(reasonIn(await save('one '))).toBe('mall.typetaken');
  expect(reasonIn(await ask('Admin/GoodsTypeDel', { id: steps[3] }))).toBe('mall.typehastypes');
  expect(reasonIn(await ask('Admin/GoodsTypeDel', { id: steps[4] }))).toBe('ok');
  expect((await tree()).map(({ depth, empty }) => [depth, empty])).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ]);
});

test('behavior: goods move with their type, are listed and counted above it, and keep it from vanishing', async () => {
  const [home, garden] = [await add('Home'), await add('Garden')];
  const kitchen = await add('Kitchen', home);
  const pots = await add('Pots', kitchen);
  await addGoods(app, { typeId: pots });
  await addGoods(app, { typeId: kitchen });
  await addGoods(app, { typeId: pots, state: 'withdrawn' });
  expect(await goodsIn()).toMatchObject({ Home: 2, Kitchen: 2, Pots: 1, Garden: 0 });
  await save('Kitchen', { id: kitchen, pid: garden, sort: 3 });
  expect(await goodsIn()).toMatchObject({ Home: 0, Garden: 2, Kitchen: 2, Pots: 1 });
  expect([await listed(home), await listed(garden), await listed(pots)]).toEqual([0, 2, 1]);
  await save('Pots', { id: pots });
  expect(await goodsIn()).toMatchObject({ Garden: 1, Kitchen: 1, Pots: 1 });
  expect(await listed(garden)).toBe(1);
  expect(reasonIn(await ask('Admin/GoodsTypeDel', { id: pots }))).toBe('mall.typehasgoods');
});

test('behavior: renamed and hidden as readers see it, and each change stands in the audit log', async () => {
  const id = await add('Toys');
  const changed = await save('Games', {
    id,
    names: { en: 'Games', ja: 'ゲーム', ko: ' ' },
    positions: 1,
    sort: 7,
  });
  expect(changed.envelope.data).toMatchObject({
    names: { en: 'Games', ja: 'ゲーム' },
    positions: 1,
    sort: 7,
  });
  const { envelope } = await app.post('member', 'Goods/GetGoodsTypePage', { pid: '0', pageSize: 1000 });
  expect(envelope.list).toEqual(
    expect.arrayContaining([expect.objectContaining({ id, name: 'Games', positions: 1 })]),
  );
  const audit = await ask('Admin/Audit', { action: 'goodstype.change' });
  expect(audit.envelope.list?.[0]).toMatchObject({
    subject: id,
    detail: { names: { en: 'Games' }, before: { names: { en: 'Toys' }, positions: 0 } },
  });
});

test('behavior: two moves that would close a circle together: one is made', async () => {
  const [left, right] = [await add('Left'), await add('Right')];
  const reasons = await Promise.all([
    save('Left', { id: left, pid: right }),
    save('Right', { id: right, pid: left }),
  ]);
  expect(reasons.map(reasonIn).toSorted()).toEqual(['mall.typecycle', 'ok']);
});

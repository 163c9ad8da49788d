import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/connect.ts';
import { openTestContext } from '../../test/context.ts';
import type { TestContext } from '../../test/context.ts';
import { addMember } from '../../test/people.ts';
import { createShop, findShopOfMember, findShops } from './shop-store.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const shop = { logo: '', kind: 'home', about: '' } as const;

test('refuses: a second shop of a member, and a name that looks like another shop’s', async () => {
  const [ann, bob] = [await addMember(context), await addMember(context)];
  const made = await inTransaction(context.owner, (tx) =>
    createShop(tx, { memberId: ann.id, name: 'Lake Pottery', ...shop }),
  );
  expect(made).toMatchObject({ member_id: ann.id, name: 'Lake Pottery', state: 'approved', open: true });
  const again = (memberId: string, name: string) =>
    inTransaction(context.owner, (tx) => createShop(tx, { memberId, name, ...shop }));
  expect(await again(ann.id, 'Another name')).toBeUndefined();
  expect(await again(bob.id, 'Iake  P0ttery')).toBeUndefined();
  expect(await findShopOfMember(context.db, bob.id)).toBeUndefined();
});

test('behavior: found by its owner and by ids', async () => {
  const cat = await addMember(context);
  const made = await inTransaction(context.owner, (tx) =>
    createShop(tx, { memberId: cat.id, name: 'Harbour Tea', ...shop }),
  );
  expect((await findShopOfMember(context.db, cat.id))?.id).toBe(made?.id);
  const found = await findShops(context.db, [made?.id ?? '', 'shp_nobody']);
  expect([...found.values()].map(({ name }) => name)).toEqual(['Harbour Tea']);
});

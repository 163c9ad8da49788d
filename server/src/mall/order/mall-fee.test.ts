import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '../../ledger/balances.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import { settleReferral } from '../../reward/settle-referral.ts';
import { writeSetting } from '../../setting/write.ts';
import { openTestApp } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { coin } from '../../test/context.ts';
import { addOffer, addPerson, backObl, balancesOf, buy, ship } from '../../test/orders.ts';
import { addMiner, firstDay, openFigures, settleDeps } from '../../test/rewards.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

const pool = (name: string) => balanceOf(app.db, `pool:${name}`, 'USDT');

test('behavior: the mall’s fee is divided among the pools by the day’s settlement, up the buyer’s line, once, whatever was paid with OBL', async () => {
  const first = await addMiner(app);
  const second = await addMiner(app, { inviter: first });
  const buyer = await addPerson(app, { coins: 1_000, inviter: second });
  const { seller, goods } = await addOffer(app, { price: 200n * coin, obl: 200n * coin });
  await backObl(app.db, buyer.id, 150);
  // One in coins, one that is all but a quarter OBL: 5 each for the pools.
  for (const obl of ['0', '150']) {
    const id = await buy(app, buyer, goods, { obl });
    await ship(seller, id);
    await buyer.ask('Order/Receive', { id });
  }
  expect(await balanceOf(app.db, 'fee:mall', 'USDT')).toBe(10n * coin);
  await settleReferral(settleDeps(app, openFigures()), firstDay);
  expect(await balanceOf(app.db, 'fee:mall', 'USDT')).toBe(0n);
  const { rows: fees } = await sql<{ payer: string; fee: bigint; part: bigint }>`
    select payer, fee, part from reward_fee where source = 'mall'`.execute(app.db);
  expect(fees).toEqual(
    Array.from({ length: 2 }, () => ({ payer: buyer.id, fee: 5n * coin, part: 2n * coin })),
  );
  const { rows: parts } = await sql<{ member_id: string; kind: string; amount: bigint }>`
    select member_id, kind, amount from reward where payer = ${buyer.id} order by kind`.execute(app.db);
  expect(parts).toEqual([
    { member_id: second.id, kind: 'direct', amount: (12n * coin) / 10n },
    { member_id: first.id, kind: 'indirect', amount: (4n * coin) / 10n },
  ]);
  // 25, 20 and 5 % of ten, besides what is left of the referral part.
  expect([await pool('yield'), await pool('node'), await pool('operations')]).toEqual([
    (25n * coin) / 10n,
    2n * coin,
    coin / 2n,
  ]);
  await settleReferral(settleDeps(app, openFigures()), firstDay + 1);
  const { rows: again } = await sql<{
    n: bigint;
  }>`select count(*) as n from reward_fee where source = 'mall'`.execute(app.db);
  expect(again[0]?.n).toBe(2n);
});

test('behavior: the commission is that of the payment, whatever the rate is when the order is completed', async () => {
  const rate = (text: string) =>
    inTransaction(app.owner, (tx) =>
      writeSetting({ tx }, { name: 'mallCommissionBps', text, changedBy: 'installation' }),
    );
  const buyer = await addPerson(app, { coins: 300 });
  const { seller, goods } = await addOffer(app, { price: 100n * coin });
  const [paid, older] = [await buy(app, buyer, goods), await buy(app, buyer, goods)];
  // As it was paid before the rate was kept with it.
  await sql`alter table mall_order disable trigger mall_order_guard`.execute(app.owner);
  await sql`update mall_order set commission_bps = null where id = ${older}`.execute(app.owner);
  await sql`alter table mall_order enable trigger mall_order_guard`.execute(app.owner);
  await rate('3000');
  expect((await buyer.ask('Order/First', { id: paid })).data).toMatchObject({
    oblearned: '0',
    oblcoming: '2.5',
  });
  expect((await buyer.ask('Order/First', { id: older })).data.oblcoming).toBe('15');
  for (const id of [paid, older]) {
    await ship(seller, id);
    await buyer.ask('Order/Receive', { id });
  }
  await rate('500');
  // 95 of the first, 70 of the other.
  expect(await balancesOf(app, seller)).toEqual({ USDT: '165/0' });
  expect(await balancesOf(app, buyer)).toEqual({ USDT: '100/0', OBL: '17.5/0' });
});

import { randomUUID } from 'node:crypto';
import type { OutputOf } from '@openmere/core/calls.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fiatChanges } from '../../app/fiat-changes.ts';
import { announceBalances } from '../../asset/announce.ts';
import { confirmProposal, propose, showDryRun } from '../../operator/propose.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import { openTestContext } from '../../test/context.ts';
import type { TestContext } from '../../test/context.ts';
import { addMember, addOperator, setBarred } from '../../test/people.ts';
import type { TestMember, TestOperator } from '../../test/people.ts';
import { listOwnOrders, orderFiat } from './order.ts';
import { quoteFiat } from './quote.ts';
import { seedDevelopmentBanks } from './seed-development.ts';

let context: TestContext;
let one: TestOperator;
let two: TestOperator;
type Bank = { id: string; currency: string; name: string; holder: string; account: string; bic: string };
let banks: Bank[];
beforeAll(async () => {
  context = await openTestContext();
  one = await addOperator(context, 'finance');
  two = await addOperator(context, 'finance');
  await inTransaction(context.owner, (tx) => seedDevelopmentBanks({ tx }));
  const { rows } = await sql<Bank>`select id, currency, name, holder, account, bic from fiat_bank
    where currency = 'EUR' order by name`.execute(context.owner);
  banks = rows;
});
afterAll(() => context.close());

type Order = OutputOf<'Wallet/FiatOrder'>;

async function order(member: TestMember, bank: Bank): Promise<Order> {
  const ctx = { actor: member, now: new Date() };
  const { quote } = await inTransaction(context.db, (tx) =>
    quoteFiat({ ...ctx, tx }, { currency: 'EUR', bank: bank.id, amount: '100' }),
  );
  return inTransaction(context.db, (tx) =>
    orderFiat({ ...ctx, tx }, { requestId: randomUUID(), quote, payer: 'Anna Lake' }),
  );
}

async function stopOf(member: TestMember, id: string): Promise<string | undefined> {
  const { list } = await inTransaction(context.db, (tx) =>
    listOwnOrders({ tx, actor: member, now: new Date() }, { id }),
  );
  return list[0]?.stop;
}

/** As two operators do. */
async function changeBank({ id, ...bank }: Bank, change: Partial<Bank> & { open?: boolean }): Promise<void> {
  const value = JSON.stringify({ ...bank, open: true, ...change });
  const asked = { kind: 'fiatbank', subject: id, value } as const;
  const deps = { db: context.db, kinds: fiatChanges, now: new Date() };
  const { hash } = await showDryRun({ ...deps, actor: one }, asked);
  const made = await propose({ ...deps, actor: one }, { ...asked, hash, reason: 'the bank says so' });
  await confirmProposal({ ...deps, actor: two, onPosted: announceBalances }, { id: made.id, hash });
}

async function toldOf(member: TestMember): Promise<string[]> {
  const { rows } = await sql<{ template: string }>`
    select template from notice where member_id = ${member.id} order by id`.execute(context.owner);
  return rows.map(({ template }) => template);
}

test('refuses: to let money be sent to an account that is ours no more; its member is told, once', async () => {
  const [changed, other] = banks as [Bank, Bank];
  const [anna, bert] = [await addMember(context), await addMember(context)];
  const [moved, stays] = [await order(anna, changed), await order(bert, other)];
  expect([await stopOf(anna, moved.id), await stopOf(bert, stays.id)]).toEqual([undefined, undefined]);
  await changeBank(changed, { account: 'DE00 9999 0000' });
  expect(await stopOf(anna, moved.id)).toMatch(/not offered this way/);
  expect(await stopOf(bert, stays.id)).toBeUndefined();
  await changeBank(changed, { account: 'DE00 9999 0001' });
  expect([await toldOf(anna), await toldOf(bert)]).toEqual([['deposit.notice.fiatclosed'], []]);
  await changeBank(changed, {});
  expect(await stopOf(anna, moved.id)).toBeUndefined();
});

test('refuses: the same of an account that was taken off; a name alone stops nobody', async () => {
  const [, bank] = banks as [Bank, Bank];
  const member = await addMember(context);
  const made = await order(member, bank);
  await changeBank(bank, { name: 'Bank of the Hill' });
  expect(await stopOf(member, made.id)).toBeUndefined();
  await changeBank(bank, { open: false });
  expect(await stopOf(member, made.id)).toMatch(/not offered this way/);
  expect(await toldOf(member)).toEqual(['deposit.notice.fiatclosed']);
  await changeBank(bank, {});
});

test('refuses: to let somebody send what could not be credited; what is over says nothing of it', async () => {
  const [bank] = banks as [Bank];
  const member = await addMember(context, { country: 'FR' });
  const made = await order(member, bank);
  await setBarred(context, 'FR');
  expect(await stopOf(member, made.id)).toMatch(/cannot deposit/);
  await setBarred(context, '');
  expect(await stopOf(member, made.id)).toBeUndefined();
  await sql`update member set exit_only = true where id = ${member.id}`.execute(context.owner);
  expect(await stopOf(member, made.id)).toMatch(/cannot deposit/);
  await sql`update fiat_order set status = 'expired', ended_at = business_now() where id = ${made.id}`.execute(
    context.owner,
  );
  expect(await stopOf(member, made.id)).toBeUndefined();
});

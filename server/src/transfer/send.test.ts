import { randomUUID } from 'node:crypto';
import { oneCoin, parseAmount } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balanceOf, memberBalance } from '../ledger/balances.ts';
import { createGatherer } from '../ledger/gather.ts';
import type { Gatherer } from '../ledger/gather.ts';
import { setOutboundLock } from '../ledger/outbound.ts';
import { loadSanctions } from '../member/sanctions-store.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { writeMessages } from '../platform/outbox.ts';
import { forgetSettings } from '../setting/read.ts';
import { writeSetting } from '../setting/write.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, RIGHT_PAYPASSWORD } from '../test/people.ts';
import { uncounted } from '../test/withdrawals.ts';
import { transferMessages } from './announce.ts';
import { listTransfers } from './list.ts';
import { quoteForSender } from './quote.ts';
import { sendTransfer } from './send.ts';

let context: TestContext;
let gatherer: Gatherer;
beforeAll(async () => {
  context = await openTestContext();
  gatherer = createGatherer(context.database, {
    onPosted: (tx, posted) => writeMessages(tx, transferMessages(posted)),
  });
});
afterAll(async () => {
  await gatherer.close();
  await context.close();
});

const codeOf = async (member: MemberActor): Promise<string> =>
  (await findMember(context.db, member.id))?.invitationCode ?? '';

type Change = {
  note?: string;
  fee?: string;
  requestId?: string;
  coinid?: string;
  paypassword?: string;
  now?: Date;
};
function send(from: MemberActor, target: string, amount: string, change: Change = {}) {
  const { now = new Date(), ...rest } = change;
  const input = {
    requestId: randomUUID(),
    coinid: 'USDT',
    paypassword: RIGHT_PAYPASSWORD,
    ...rest,
    amount,
    target,
  };
  const deps = { db: context.db, gatherer, paypassword: uncounted, origin: 'https://openmere.example' };
  return sendTransfer({ ...deps, actor: from, now }, input);
}
const quote = (from: MemberActor, target: string, amount: string, coinid = 'USDT') =>
  inTransaction(context.db, (tx) => quoteForSender({ tx, actor: from }, { coinid, amount, target }));
async function setBarred(countries: string): Promise<void> {
  await sql`insert into config (idx, val, version, changed_by) values ('geo.barred', ${countries}, 1, 'test')
    on conflict (idx) do update set val = excluded.val, version = config.version + 1`.execute(context.owner);
  forgetSettings();
}
const transfersOf = (member: MemberActor) =>
  inTransaction(context.db, (tx) => listTransfers({ tx, actor: member }, {}));
const available = async (member: MemberActor): Promise<bigint> =>
  (await memberBalance(context.db, member.id, 'USDT')).available;

describe('a note', () => {
  test('refuses: one that is too long or turns the direction of reading, and nothing moves', async () => {
    const from = await addMember(context, { coins: 20 });
    const to = await codeOf(await addMember(context));
    for (const note of ['x'.repeat(141), 'from \u202eyour bank'])
      await expect(send(from, to, '20', { note })).rejects.toThrow('transfer.badnote');
    expect(await available(from)).toBe(20n * oneCoin);
  });

  test('behavior: both read it in their records; under another note the same request is another one', async () => {
    const from = await addMember(context, { coins: 40 });
    const receiver = await addMember(context);
    const to = await codeOf(receiver);
    const requestId = randomUUID();
    const sent = await send(from, to, '20', { requestId, note: ' Dinner & drinks ' });
    expect(sent.note).toBe('Dinner & drinks');
    expect(await send(from, to, '20', { requestId, note: 'Dinner & drinks' })).toEqual(sent);
    await expect(send(from, to, '20', { requestId, note: 'Rent' })).rejects.toThrow('ledger.keyconflict');
    for (const member of [from, receiver]) {
      const { list } = await transfersOf(member);
      expect(list[0]?.note).toBe('Dinner & drinks');
    }
    expect((await send(from, to, '20')).note).toBe('');
  });
});

describe('a transfer', () => {
  test.each([
    ['transfer.badcoin', '20', 'OUSD'],
    ['transfer.badamount', '20.000', 'USDT'],
    ['transfer.badamount', '1e2', 'USDT'],
    ['transfer.toosmall', '10', 'USDT'],
    ['transfer.notmultiple', '30', 'USDT'],
    ['ledger.insufficient', '40', 'USDT'],
  ])('refuses: %s for %s %s', async (code, amount, coinid) => {
    const from = await addMember(context, { coins: 20 });
    const to = await codeOf(await addMember(context));
    await expect(send(from, to, amount, { coinid })).rejects.toThrow(code);
    await expect(quote(from, to, amount, coinid)).rejects.toThrow(code);
    expect(await available(from)).toBe(20n * oneCoin);
  });

  test('behavior: OPEN goes by a minimum and a multiple of its own', async () => {
    const change = async (text: string): Promise<void> => {
      await inTransaction(context.owner, async (tx) => {
        for (const name of ['transferOpenMin', 'transferOpenMultiple'] as const)
          await writeSetting({ tx }, { name, text, changedBy: 'installation' });
      });
      forgetSettings();
    };
    await change('7');
    try {
      const from = await addMember(context, { coins: 40, asset: 'OPEN' });
      const to = await codeOf(await addMember(context));
      expect(await send(from, to, '14', { coinid: 'OPEN' })).toMatchObject({ amount: '14' });
      await expect(quote(from, to, '20', 'OPEN')).rejects.toThrow('transfer.notmultiple');
    } finally {
      await change('20');
    }
  });

  test('refuses: nobody, oneself, and members who may only leave, on either side', async () => {
    const from = await addMember(context, { coins: 20 });
    const leaver = await addMember(context, { coins: 20, exitOnly: true });
    await expect(send(from, 'ZZZZZZ', '20')).rejects.toThrow('transfer.noreceiver');
    await expect(send(from, `0x${'12'.repeat(20)}`, '20')).rejects.toThrow('transfer.noreceiver');
    await expect(send(from, await codeOf(from), '20')).rejects.toThrow('transfer.tooneself');
    await expect(send(from, await codeOf(leaver), '20')).rejects.toThrow('transfer.receiverbarred');
    await expect(send(leaver, await codeOf(from), '20')).rejects.toThrow('transfer.barred');
  });

  test('refuses: who became barred by a changed setting or by a phone number, on either side, without any flag', async () => {
    const from = await addMember(context, { coins: 20 });
    const byCountry = await addMember(context, { coins: 20, country: 'FR' });
    const byPhone = await addMember(context, { coins: 20 });
    await sql`update member set phone = '+8613700137000' where id = ${byPhone.id}`.execute(context.owner);
    expect((await quote(from, await codeOf(byCountry), '20')).amount).toBe('20');
    await setBarred('CN,US,FR');
    // The number is the person's, whichever of their accounts has it.
    const sub = await addMember(context, { coins: 20, main: byPhone });
    for (const barred of [byCountry, byPhone, sub])
      for (const ask of [send, quote]) {
        await expect(ask(barred, await codeOf(from), '20')).rejects.toThrow('transfer.barred');
        await expect(ask(from, await codeOf(barred), '20')).rejects.toThrow('transfer.receiverbarred');
      }
    await setBarred('CN,US');
    expect((await send(byCountry, await codeOf(from), '20')).status).toBe('done');
  });

  test('refuses: a receiver whose wallet is sanctioned, and every wallet while nothing says who is', async () => {
    const from = await addMember(context, { coins: 100 });
    const to = await addMember(context);
    const bare = await codeOf(await addMember(context, { wallet: null }));
    const wallet = (await findMember(context.db, to.id))?.walletAddress ?? '';
    await inTransaction(context.owner, (tx) => loadSanctions(tx, 'another', wallet));
    for (const ask of [send, quote])
      await expect(ask(from, await codeOf(to), '20')).rejects.toThrow('transfer.receiverbarred');
    await inTransaction(context.owner, (tx) => loadSanctions(tx, 'another', ''));
    await send(from, await codeOf(to), '20');
    await sql`update sanctions_source set loaded_at = now() - interval '25 hours'`.execute(context.owner);
    for (const ask of [send, quote])
      await expect(ask(from, await codeOf(to), '20')).rejects.toThrow('transfer.unscreened');
    await send(from, bare, '20');
    await inTransaction(context.owner, (tx) => loadSanctions(tx, 'test', `0x${'66'.repeat(20)}`));
    await send(from, await codeOf(to), '20');
  });

  test('refuses: a sender whose wallet is sanctioned, whose withdrawal would be refused, and holds nobody by an old list', async () => {
    const from = await addMember(context, { coins: 100 });
    const to = await codeOf(await addMember(context, { wallet: null }));
    const wallet = (await findMember(context.db, from.id))?.walletAddress ?? '';
    await inTransaction(context.owner, (tx) => loadSanctions(tx, 'another', wallet));
    for (const ask of [send, quote]) await expect(ask(from, to, '20')).rejects.toThrow('transfer.listed');
    await inTransaction(context.owner, (tx) => loadSanctions(tx, 'another', ''));
    await sql`update sanctions_source set loaded_at = now() - interval '25 hours'`.execute(context.owner);
    await send(from, to, '20');
    await inTransaction(context.owner, (tx) => loadSanctions(tx, 'test', `0x${'66'.repeat(20)}`));
  });

  test('refuses: another fee than the one that was shown; the same request passes with the fee of now, and is answered again whatever it says', async () => {
    const from = await addMember(context, { coins: 100 });
    const to = await codeOf(await addMember(context));
    const requestId = randomUUID();
    const changed = send(from, to, '40', { requestId, fee: '0.1' });
    await expect(changed).rejects.toMatchObject({
      code: 'transfer.feechanged',
      params: { fee: '0.2', coin: 'USDT' },
    });
    const sent = await send(from, to, '40', { requestId, fee: '0.20' });
    expect((await send(from, to, '40', { requestId, fee: '0.1' })).id).toBe(sent.id);
    expect(await available(from)).toBe(60n * oneCoin);
  });

  test('refuses: a wrong payment password before it looks at the balance', async () => {
    const from = await addMember(context);
    const to = await codeOf(await addMember(context));
    await expect(send(from, to, '20', { paypassword: 'wrong1' })).rejects.toThrow('auth.wrongpaypassword');
  });

  test('refuses: main and child while the family is locked, whatever the clock of the server says (T15)', async () => {
    const main = await addMember(context, { coins: 100 });
    const child = await addMember(context, { coins: 100, main });
    const to = await codeOf(await addMember(context));
    await inTransaction(context.db, (tx) => setOutboundLock(tx, main.id, new Date(Date.now() + 86_400_000)));
    for (const from of [main, child]) {
      await expect(quote(from, to, '20')).rejects.toThrow('ledger.locked');
      for (const hours of [-25, 0, 25]) {
        const now = new Date(Date.now() + hours * 3_600_000);
        await expect(send(from, to, '20', { now })).rejects.toThrow('ledger.locked');
      }
      await expect(send(from, await codeOf(from === main ? child : main), '20')).rejects.toThrow(
        'ledger.locked',
      );
    }
    await sql`update ledger.outbound_lock set locked_until = now() where family = ${main.id}`.execute(
      context.owner,
    );
    await send(main, to, '20');
    await send(child, to, '20');
  });

  test('refuses: the same id for another amount, coin or receiver, before any other refusal', async () => {
    const from = await addMember(context, { coins: 100 });
    const to = await codeOf(await addMember(context));
    const other = await codeOf(await addMember(context));
    const requestId = randomUUID();
    const once = await send(from, to, '20', { requestId });
    await expect(send(from, to, '40', { requestId })).rejects.toThrow('ledger.keyconflict');
    await expect(send(from, to, 'nonsense', { requestId })).rejects.toThrow('ledger.keyconflict');
    await expect(send(from, to, '20', { requestId, coinid: 'OUSD' })).rejects.toThrow('ledger.keyconflict');
    await expect(send(from, other, '20', { requestId })).rejects.toThrow('ledger.keyconflict');
    const again = await send(from, ` ${to.toLowerCase()} `, '20.00', {
      requestId: requestId.toUpperCase(),
      paypassword: 'wrong1',
    });
    expect(JSON.stringify(again)).toBe(JSON.stringify(once));
  });

  test('behavior: 0.5 % of 40 is kept, 39.8 arrive, and both see their side', async () => {
    const from = await addMember(context, { coins: 40 });
    const to = await addMember(context);
    const fees = await balanceOf(context.db, 'fee:transfer', 'USDT');
    const target = await codeOf(to);
    expect(await quote(from, target, '40')).toMatchObject({
      fee: '0.2',
      received: '39.8',
      firsttime: true,
      lookalike: null,
    });
    const record = await send(from, target, '40');
    expect(record).toMatchObject({
      type: 'out',
      amount: '40',
      fee: '0.2',
      received: '39.8',
      address: target,
      status: 'done',
    });
    expect(await available(from)).toBe(0n);
    expect(await available(to)).toBe(parseAmount('39.8'));
    expect((await balanceOf(context.db, 'fee:transfer', 'USDT')) - fees).toBe(parseAmount('0.2'));
    const [sent] = (await transfersOf(from)).list;
    const [got] = (await transfersOf(to)).list;
    expect(sent).toEqual(record);
    expect(got).toMatchObject({ id: record.id, type: 'in', received: '39.8' });
    expect(JSON.stringify(got)).not.toContain((await findMember(context.db, from.id))?.nickname);
    const told = await sql<{
      n: bigint;
    }>`select count(*) as n from socket_message where member_id = ${to.id} and type = 'notice'`.execute(
      context.owner,
    );
    expect(told.rows[0]?.n).toBe(1n);
  });

  test('behavior: a deposit address is a target as well, and one paid before is known', async () => {
    const from = await addMember(context, { coins: 100 });
    const to = await addMember(context);
    const address = `0x${'55'.repeat(20)}`;
    await sql`insert into deposit_address (member_id, chain_id, address, salt, factory)
      values (${to.id}, 31337, ${address}, ${`0x${'5'.repeat(64)}`}, ${`0x${'2'.repeat(40)}`})`.execute(
      context.owner,
    );
    await send(from, address.toUpperCase().replace('0X', '0x'), '20');
    expect((await quote(from, await codeOf(to), '20')).firsttime).toBe(false);
    const twin = await addMember(context);
    const near = `0x5555${'66'.repeat(16)}5555`;
    await sql`insert into deposit_address (member_id, chain_id, address, salt, factory)
      values (${twin.id}, 31337, ${near}, ${`0x${'6'.repeat(64)}`}, ${`0x${'2'.repeat(40)}`})`.execute(
      context.owner,
    );
    expect(await quote(from, near, '20')).toMatchObject({
      firsttime: true,
      lookalike: { name: expect.stringMatching(/\*/), target: address },
    });
  });

  test('behavior: who was paid stays known, however much comes in after that', async () => {
    const [shop, customer, supplier] = [
      await addMember(context, { coins: 20 }),
      await addMember(context, { coins: 5_000 }),
      await addMember(context),
    ];
    await send(shop, await codeOf(supplier), '20');
    const to = await codeOf(shop);
    await Promise.all(Array.from({ length: 210 }, () => send(customer, to, '20')));
    expect((await quote(shop, await codeOf(supplier), '20')).firsttime).toBe(false);
  });

  test('behavior: 5,000 requests of 64 callers against money for exactly 10: 10 pass, available is never below 0', async () => {
    const from = await addMember(context, { coins: 200 });
    const target = await codeOf(await addMember(context));
    let left = Number(process.env['OPENMERE_RACE'] ?? 5_000);
    let passed = 0;
    const problems = new Set<string>();
    let lowest = 200n * oneCoin;
    const caller = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await send(from, target, '20').then(
          () => (passed += 1),
          (error: Error) => problems.add(error.message),
        );
      }
    };
    const poller = async (): Promise<void> => {
      while (left > 0) {
        const now = await available(from);
        if (now < lowest) lowest = now;
      }
    };
    await Promise.all([...Array.from({ length: 64 }, caller), poller()]);
    expect(passed).toBe(10);
    expect([...problems]).toEqual(['ledger.insufficient']);
    expect(await available(from)).toBe(0n);
    expect(lowest).toBe(0n);
  }, 120_000);

  test('behavior: 1,000 copies of one request: one entry, identical answers', async () => {
    const from = await addMember(context, { coins: 100 });
    const target = await codeOf(await addMember(context));
    const requestId = randomUUID();
    const answers = new Set<string>();
    let left = 1_000;
    const caller = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        answers.add(JSON.stringify(await send(from, target, '20', { requestId })));
      }
    };
    await Promise.all(Array.from({ length: 64 }, caller));
    expect(answers.size).toBe(1);
    expect(await available(from)).toBe(80n * oneCoin);
  }, 60_000);
});

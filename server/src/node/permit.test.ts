import { sql } from 'kysely';
import { getAddress, verifyTypedData } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hex } from '../platform/chain/log.ts';
import { TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { writeSetting } from '../setting/write.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember, newWallet } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { announcePermits } from './announce-permits.ts';
import { permitData, signPermits } from './sign-permits.ts';

const medal: Hex = `0x${'3d'.repeat(20)}`;
const account = privateKeyToAccount(`0x${'17'.repeat(32)}`);

let app: TestApp;
let ann: TestMember;
let tokens: Record<'ann' | 'one' | 'two', string>;
beforeAll(async () => {
  app = await openTestApp();
  ann = await addMember(app);
  const text = JSON.stringify({ medal });
  await inTransaction(app.owner, (tx) =>
    writeSetting({ tx }, { name: 'chainContracts', text, changedBy: 'installation' }),
  );
  tokens = {
    ann: await app.session(ann.id),
    one: await app.operator('admin'),
    two: await app.operator('admin'),
  };
}, 60_000);
afterAll(() => app.close());

const allow = async () => (await app.post('member', 'Node/Allow', {}, { token: tokens.ann })).envelope.data;
const change = (value: string) => ({ kind: 'goldpermit', subject: getAddress(ann.address ?? '0x'), value });
async function propose(value: string): Promise<{ id: string; hash: string }> {
  const { hash } = (await app.post('console', 'Admin/DryRun', change(value), { token: tokens.one })).envelope
    .data as { hash: string };
  const body = { ...change(value), reason: 'an early supporter', hash };
  const { envelope } = await app.post('console', 'Admin/Propose', body, { token: tokens.one });
  return { id: (envelope.data as { id: string }).id, hash };
}

test('refuses: an address or days that are none, and one person alone', async () => {
  const refusalOf = async (subject: string, value: string) =>
    reasonIn(
      await app.post(
        'console',
        'Admin/DryRun',
        { kind: 'goldpermit', subject, value },
        { token: tokens.one },
      ),
    );
  expect(await refusalOf('0x12', '7')).toBe('operator.badvalue');
  expect(await refusalOf(ann.address ?? '', '0')).toBe('operator.badvalue');
  expect(await refusalOf(ann.address ?? '', '31')).toBe('operator.badvalue');
  expect(await refusalOf(ann.address ?? '', 'soon')).toBe('operator.badvalue');
  const proposal = await propose('7');
  const confirmed = await app.post('console', 'Admin/ProposalConfirm', proposal, { token: tokens.one });
  expect(reasonIn(confirmed)).toBe('operator.secondperson');
  expect(await allow()).toMatchObject({ state: 'none', signature: null });
});

test('refuses: a row that no confirmed proposal stands behind', async () => {
  const { rows } = await sql<{ id: string }>`select id from operator order by id limit 2`.execute(app.owner);
  const [maker, checker] = rows.map(({ id }) => id);
  const forged = sql`insert into node_permit (id, chain_id, contract, address, deadline, maker_id, checker_id)
    values (${`prm_${'1'.repeat(26)}`}, 1, ${medal}, ${ann.address}, now() + interval '1 day', ${maker}, ${checker})`;
  await expect(forged.execute(app.db)).rejects.toThrow('takes two operators');
});

test('behavior: listed by two, signed for this chain, contract, wallet and deadline, then shown to its owner alone', async () => {
  const proposal = await propose('10');
  const confirmed = await app.post('console', 'Admin/ProposalConfirm', proposal, { token: tokens.two });
  expect(reasonIn(confirmed)).toBe('ok');
  expect(await allow()).toMatchObject({
    state: 'listed',
    address: ann.address,
    contract: medal,
    signature: null,
  });
  expect(await signPermits({ db: app.db, account, chainId: 1, medal })).toBe(0);
  expect(await signPermits({ db: app.db, account, chainId: TEST_CHAIN_ID, medal })).toBe(1);
  // Told once, to its owner's screens and mailbox.
  expect(await announcePermits({ db: app.db })).toBe(1);
  expect(await announcePermits({ db: app.db })).toBe(0);
  const pushed = await sql<{ data: { state: string } }>`select data from socket_message
    where member_id = ${ann.id} and type = 'node' order by seq`.execute(app.owner);
  expect(pushed.rows.at(-1)?.data).toMatchObject({ state: 'signed' });
  const mails = await sql<{ count: number }>`select count(*)::int as count from mail_outbox`.execute(
    app.owner,
  );
  expect(mails.rows).toEqual([{ count: 1 }]);
  const found = (await allow()) as { state: string; deadline: string; signature: Hex };
  expect(found).toMatchObject({ state: 'signed' });
  const permit = { address: ann.address ?? '0x', deadline: new Date(found.deadline) };
  const said = { address: account.address, signature: found.signature } as const;
  expect(await verifyTypedData({ ...permitData(permit, { chainId: TEST_CHAIN_ID, medal }), ...said })).toBe(
    true,
  );
  expect(await verifyTypedData({ ...permitData(permit, { chainId: 56, medal }), ...said })).toBe(false);
  const { envelope } = await app.post('console', 'Admin/GoldPermits', {}, { token: tokens.two });
  expect(envelope.list).toMatchObject([
    { address: ann.address, userid: ann.id, state: 'signed', tokenid: null },
  ]);
});

test('refuses: to hide a signed permit that is still good behind a longer one that waits for the signer', async () => {
  const { signature } = (await allow()) as { signature: Hex };
  const proposal = await propose('20');
  const confirmed = await app.post('console', 'Admin/ProposalConfirm', proposal, { token: tokens.two });
  expect(reasonIn(confirmed)).toBe('ok');
  expect(await allow()).toMatchObject({ state: 'signed', signature });
  await signPermits({ db: app.db, account, chainId: TEST_CHAIN_ID, medal });
  const longer = (await allow()) as { state: string; signature: Hex };
  expect(longer.state).toBe('signed');
  expect(longer.signature).not.toBe(signature);
  expect(await announcePermits({ db: app.db })).toBe(1);
});

/** A signed permit of a wallet, as two operators and the signer leave it. */
async function permitFor(address: string, signedAt: number): Promise<void> {
  await sql`insert into node_permit (id, chain_id, contract, address, deadline, maker_id, checker_id, signature, signed_at)
    select ${newId('prm')}, ${TEST_CHAIN_ID}, ${medal}, ${address}, now() + interval '1 day', min(id), max(id),
      ${`0x${'5e'.repeat(65)}`}, ${new Date(signedAt)} from operator`.execute(app.owner);
}

test('behavior: however many permits of wallets that are nobody’s wait, the owner of a later one is told', async () => {
  const now = Date.now();
  for (let count = 0; count < 50; count += 1) await permitFor(newWallet(), now + count);
  const ben = await addMember(app);
  await permitFor(ben.address ?? '', now + 50);
  expect(await announcePermits({ db: app.db })).toBe(1);
  const pushed = await sql<{ data: { state: string } }>`select data from socket_message
    where member_id = ${ben.id} and type = 'node'`.execute(app.owner);
  expect(pushed.rows).toMatchObject([{ data: { state: 'signed' } }]);
});

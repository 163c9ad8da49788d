import { oneCoin } from '@openmere/core/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantPower } from '../minting/power-store.ts';
import { insertMedal, moveMedal } from '../node/store.ts';
import type { Hex } from '../platform/chain/log.ts';
import { TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { activate, addMember, newWallet } from '../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

test('behavior: one is registered, activated, a miner by personal power, and a node while the medal is there', async () => {
  const member = await addMember(app);
  const token = await app.session(member.id);
  const level = async () => {
    const { envelope } = await app.post('member', 'Users/Info', {}, { token });
    return (envelope.data as { userlevel: string }).userlevel;
  };
  let keys = 0;
  const grant = async (coins: bigint) => {
    const key = `standing ${(keys += 1)}`;
    const row = {
      memberId: member.id,
      kind: 'personal',
      amount: coins * oneCoin,
      key,
      reference: 'cst_1',
    } as const;
    await inTransaction(app.owner, (tx) => grantPower(tx, { rows: [row], at: new Date() }));
  };
  expect(await level()).toBe('registered');
  await activate(app, member.id);
  expect(await level()).toBe('activated');
  await grant(100n);
  expect(await level()).toBe('activated');
  await grant(1n);
  expect(await level()).toBe('miner');

  const hash: Hex = `0x${'5a'.repeat(32)}`;
  const at = { chain_id: TEST_CHAIN_ID, token_id: 301, tx_hash: hash, block_number: 1n };
  const move = (holder: Hex, index: number) =>
    inTransaction(app.owner, (tx) =>
      moveMedal(tx, {
        ...at,
        log_index: index,
        holder,
        from_at: new Date(Date.now() + index),
        until_at: null,
      }),
    );
  const wallet = member.address ?? '0x';
  await inTransaction(app.owner, (tx) =>
    insertMedal(tx, { ...at, type: 'diamond', first_owner: wallet, subscribed_at: new Date() }),
  );
  await move(wallet, 1);
  expect(await level()).toBe('node');
  await move(newWallet(), 2);
  expect(await level()).toBe('miner');
});
